import { describe, expect, it } from '@jest/globals';
import { RowBudget } from './row-budget.ts';

describe('the budget of a log', () => {
  it('allows a number of rows a second, and twice as many after a pause', () => {
    const budget = new RowBudget(100, 0);
    expect(budget.available(0)).toBe(200);
    budget.spend(200);
    expect(budget.available(0)).toBe(0);
    expect(budget.available(500)).toBe(50);
    budget.spend(50);
    expect(budget.available(505)).toBe(0);
    expect(budget.available(60_000)).toBe(200);
    // More rows than the budget allowed.
    budget.spend(300);
    expect(budget.available(60_000)).toBe(0);
    expect(budget.available(62_000)).toBe(100);
  });
});
