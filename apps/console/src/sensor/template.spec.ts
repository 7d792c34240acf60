import { describe, expect, it } from '@jest/globals';
import { templateText } from './template.ts';

describe('the template of a table', () => {
  it('has headings and rows in two columns', () => {
    expect(templateText('en').split('\r\n').slice(0, 3)).toEqual(['raw,value', '4,0', '8,150']);
    expect(templateText('en')).toContain('16,650.5\r\n');
  });

  it('separates cells by semicolons in locales with a decimal comma', () => {
    expect(templateText('de').split('\r\n').slice(0, 2)).toEqual(['raw;value', '4;0']);
    expect(templateText('de')).toContain('16;650,5\r\n');
  });
});
