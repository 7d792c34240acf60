import { describe, expect, it } from '@jest/globals';
import { RowBudget } from './row-budget.ts';

describe('the budget of a log', () => {
  it('allows so many rows a second, and those of two seconds after a pause', () => {
    const budget = new RowBudget(100, 0);
    expect(budget.available(0)).toBe(200);
    budget.spend(200);
    expect(budget.available(0)).toBe(0);
    expect(budget.available(500)).toBe(50);
    budget.spend(50);
    expect(budget.available(505)).toBe(0);
    expect(budget.available(60_000)).toBe(200);
    // More than it allowed.
    budget.spend(300);
    expect(budget.available(60_000)).toBe(0);
    expect(budget.available(62_000)).toBe(100);
  });
});
