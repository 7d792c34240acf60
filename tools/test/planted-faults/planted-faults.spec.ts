import { expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DRILLS } from '../../drills/catalogue.ts';
import { CHECKOUT } from '../../start/options.ts';
import { DRILL_FAULTS } from './drill-faults.ts';
import { FAULTS } from './faults.ts';
import { withMistake } from './planted-fault.ts';

it('each planted fault finds the code that it changes, exactly once', async () => {
  const misplaced: string[] = [];
  for (const mistake of [...FAULTS, ...DRILL_FAULTS.flatMap(({ mistakes }) => mistakes)]) {
    try {
      withMistake(await readFile(join(CHECKOUT, mistake.file), 'utf8'), mistake);
    } catch (error) {
      misplaced.push((error as Error).message);
    }
  }
  expect(misplaced).toEqual([]);
});

it('each fault planted for a drill names one that has the form', () => {
  for (const { drill, form } of DRILL_FAULTS) {
    const named = DRILLS.find(({ name }) => name === drill);
    expect(named).toBeDefined();
    expect(form === 'long' || named?.longOnly === undefined).toBe(true);
  }
});
