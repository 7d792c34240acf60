import { describe, expect, it } from '@jest/globals';
import { goalsOf } from './goals.ts';
import { markdown } from './markdown.ts';
import { isExact, type StepFigures } from './measure-step.ts';
import type { Results } from './results.ts';
import type { SideFigures } from './rounds.ts';

const spread = (p50: number, p99: number) => ({ count: 1, p50, p99, max: p99 });

const step = (rate: number, own: Partial<StepFigures> = {}): StepFigures => ({
  rate,
  seconds: 60,
  alerts: 10,
  sent: rate * 60,
  acknowledged: rate * 60,
  connectionsLost: 0,
  generatorLateness: spread(0, 0),
  crossings: rate / 100,
  entries: { fired: rate / 100, isExact: true, toDecided: spread(10, 40) },
  channels: {
    sms: { latency: spread(60, 200), missing: 0, beyond: 0 },
    mqtt: { latency: spread(40, 1_500), missing: 0, beyond: 0 },
  },
  cpuUsPerReading: 100,
  cpuShare: 50,
  ...own,
});

const withoutLog = (rate: number) => step(rate, { entries: null });

const round = (own: Partial<SideFigures> = {}): SideFigures => ({
  steps: [step(2_000), step(5_000)],
  breach: step(1_000),
  moreAlerts: step(5_000, { alerts: 100, cpuUsPerReading: 120 }),
  isExact: true,
  ...own,
});

const results = (devices = 1_000): Results => ({
  date: '2026-01-01',
  machine: { processor: 'P', cores: 2, memoryGb: 8, system: 'S', kernel: 'K', node: 'N' },
  options: { seconds: 60, rounds: 1, devices, rates: [2_000, 5_000] },
  sides: [
    { key: 'telemon', title: 'Telemon', versions: {}, rounds: [round()] },
    {
      key: 'node-red',
      title: 'Node-RED',
      versions: {},
      rounds: [round({ steps: [2_000, 5_000].map(withoutLog), moreAlerts: null, isExact: false })],
    },
  ],
});

const reached = (found: Results) =>
  Object.fromEntries(goalsOf(found).map(({ what, found: value, reached: how }) => [what, [value, how]]));

describe('the goals of alerts', () => {
  it('compare each channel, the last notice of the breach, and the cost of many alerts', () => {
    expect(reached(results())).toEqual({
      'Publish → alert decided at 2,000/s': ['10/40 ms', 'beyond'],
      'Publish → alert decided at half': ['10/40 ms', 'beyond'],
      'Publish → SMS provider has it at half': ['60/200 ms', 'goal'],
      'Publish → MQTT target has it at half': ['40/1,500 ms', 'missed'],
      '1,000 devices breach in one second: the last notice': ['1.5 s', 'beyond'],
      'CPU with 100 alerts a device beside 10': ['1.20×', 'goal'],
    });
  });

  it('leave the breach unmeasured where it had another number of devices', () => {
    expect(reached(results(50))['1,000 devices breach in one second: the last notice']).toEqual([
      '–',
      'not measured',
    ]);
  });
});

describe('a step', () => {
  it('is exact if each crossing has its entry, if there is an alert log, and one message in each channel', () => {
    const [complete, missing] = [
      { latency: spread(1, 1), missing: 0, beyond: 0 },
      { latency: spread(1, 1), missing: 1, beyond: 0 },
    ];
    const entries = { fired: 1, isExact: false, toDecided: spread(1, 1) };
    expect(isExact(step(1))).toBe(true);
    expect(isExact(step(1, { entries: null }))).toBe(true);
    expect(isExact(step(1, { entries }))).toBe(false);
    expect(isExact(step(1, { acknowledged: 0 }))).toBe(false);
    expect(isExact(step(1, { channels: { sms: complete, mqtt: missing } }))).toBe(false);
  });
});

it('the page shows both sides, and which round was not exact', () => {
  const page = markdown(results());
  const rows = page.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  const cells = (what: string) => rows.filter((row) => row[1] === what).map((row) => row.slice(2, -1));
  expect(cells('Telemon')[0]).toEqual(['60 / 200', '40 / 1,500', '1.50', '1.20×', '1 of 1']);
  expect(cells('Node-RED')[0]).toEqual(['60 / 200', '40 / 1,500', '1.50', '–', '0 of 1']);
  expect(page).not.toMatch(/NaN|Infinity|undefined/);
});
