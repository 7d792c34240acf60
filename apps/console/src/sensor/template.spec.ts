import { describe, expect, it } from '@jest/globals';
import { templateText } from './template.ts';

describe('the template of a table', () => {
  it('has its names and rows in two columns', () => {
    expect(templateText('en').split('\r\n').slice(0, 3)).toEqual(['raw,value', '4,0', '8,150']);
    expect(templateText('en')).toContain('16,650.5\r\n');
  });

  it('parts cells by semicolons where numbers have a decimal comma', () => {
    expect(templateText('de').split('\r\n').slice(0, 2)).toEqual(['raw;value', '4;0']);
    expect(templateText('de')).toContain('16;650,5\r\n');
  });
});
