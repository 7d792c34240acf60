import { describe, expect, it } from '@jest/globals';
import { saidOnce } from './said-once.ts';

const away = { rows: [{ id: '1' }], isChanging: false, error: new Error('away') };

describe('a list on a page that says itself that nothing newer can be had', () => {
  it('does not say so again', () => {
    expect(saidOnce(away, true).error).toBeNull();
  });

  it('says why it has no rows, and why it still has those of before', () => {
    expect(saidOnce({ ...away, rows: undefined }, true).error).not.toBeNull();
    expect(saidOnce({ ...away, isChanging: true }, true).error).not.toBeNull();
  });

  it('says it where the page does not', () => {
    expect(saidOnce(away, false).error).not.toBeNull();
  });
});
