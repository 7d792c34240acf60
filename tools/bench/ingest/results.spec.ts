import { describe, expect, it } from '@jest/globals';
import type { Goal } from '../goals.ts';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import type { StepFigures } from './measure-step.ts';
import { readOptions } from './options.ts';
import type { Results, SideResults } from './results.ts';
import type { SideFigures } from './rounds.ts';

const spread = { count: 1, p50: 10, p99: 20, max: 30 };

const step = (rate: number, cpuUsPerReading: number): StepFigures => ({
  rate,
  seconds: 60,
  readingsPerPublish: 1,
  sent: rate * 60,
  acknowledged: rate * 60,
  stored: rate * 60,
  connectionsLost: 0,
  toAcknowledged: spread,
  toStored: spread,
  generatorLateness: spread,
  drainedMs: 10,
  cpuUsPerReading,
  cpuShare: 50,
  processes: [],
  alerts: null,
  held: true,
});

const round = (own: Partial<SideFigures>): SideFigures => ({
  idle: { seconds: 20, cpuShare: 5, rssMb: 1, pssMb: 1, processes: [] },
  steps: [],
  highest: null,
  highestBatched: null,
  storm: null,
  sealing: null,
  exactness: {
    sent: 1,
    acknowledged: 1,
    stored: 1,
    found: 1,
    alertsExpected: 0,
    alertsFired: 0,
    mailsExpected: 0,
    mailsSent: 0,
    isExact: true,
  },
  profiles: [],
  ...own,
});

const results = (sides: Partial<Record<SideResults['key'], Partial<SideFigures>[]>>): Results => {
  const machine = { processor: 'P', cores: 2, memoryGb: 8, system: 'S', kernel: 'K', node: 'N' };
  const measured = Object.entries(sides).map(([key, rounds]) => ({
    key: key as SideResults['key'],
    title: key,
    versions: {},
    rounds: rounds.map(round),
  }));
  return { date: '2026-01-01', machine, options: readOptions([])!, sides: measured };
};

const goal = (found: Results, what: string): Pick<Goal, 'found' | 'reached'> => {
  const { found: value, reached } = goalsOf(found).find((each) => each.what === what)!;
  return { found: value, reached };
};

describe('the goals of intake beside bare', () => {
  it('compare Telemon with bare in the same round, and take the median', () => {
    const compared = results({
      telemon: [9_000, 5_000, 8_000].map((highest) => ({
        highest,
        steps: [step(2_000, highest / 20 - 50)],
        sealing: { readings: 1, cpuUsPerReading: 50 },
      })),
      bare: [10_000, 5_000, 10_000].map((highest) => ({ highest, steps: [step(2_000, highest / 25)] })),
    });
    expect(goal(compared, 'Highest rate beside bare, ten alerts a device')).toEqual({
      found: '0.90×',
      reached: 'beyond',
    });
    expect(goal(compared, 'CPU per reading beside bare at 2,000/s, sealing included')).toEqual({
      found: '1.13×',
      reached: 'beyond',
    });
  });

  it('read "not measured" for a figure that neither or only one side has', () => {
    const compared = results({
      telemon: [{ highest: 9_000, highestBatched: 20_000, steps: [step(8_000, 150)] }],
      bare: [{ highest: 10_000, steps: [step(2_000, 400)] }],
    });
    for (const what of [
      'The same, ten readings a publish',
      'CPU per reading beside bare at 2,000/s, sealing included',
      'CPU per reading beside bare at 8,000/s, sealing included',
    ]) {
      expect(goal(compared, what)).toEqual({ found: '–', reached: 'not measured' });
    }
  });

  it('read "not measured" where bare held the highest rate tried, and may hold more', () => {
    const compared = results({ telemon: [{ highest: 20_000 }], bare: [{ highest: 20_000 }] });
    expect(goal(compared, 'Highest rate beside bare, ten alerts a device').reached).toBe('not measured');
  });

  it('are missed where Telemon held no rate', () => {
    const compared = results({ telemon: [{ highest: 0 }], bare: [{ highest: 10_000 }] });
    expect(goal(compared, 'Highest rate beside bare, ten alerts a device')).toEqual({
      found: 'none held',
      reached: 'missed',
    });
  });
});

describe('the page of intake', () => {
  it('shows figures of Telemon and bare with their ratio, and says which were not measured', () => {
    const page = markdown(
      results({
        telemon: [{ highest: 9_000, steps: [step(2_000, 500)] }],
        bare: [{ highest: 10_000, steps: [step(2_000, 400)] }],
      }),
    );
    const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    const row = (what: string) => rows.find((cells) => cells[1] === what)?.slice(2, -1);
    expect(row('highest rate held, readings/s')).toEqual(['9,000', '10,000', '0.90×']);
    expect(row('CPU-µs per reading at 2,000/s')).toEqual(['500', '400', '1.25×']);
    expect(row('the same, ten readings a publish')).toEqual(Array(3).fill('not measured'));
    expect(page).not.toMatch(/NaN|Infinity/);
  });
});
