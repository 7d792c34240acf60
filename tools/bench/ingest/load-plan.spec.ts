import { describe, expect, it } from '@jest/globals';
import { ALERTS } from './fleet.ts';
import { LoadPlan, type LoadStep } from './load-plan.ts';

const step = (own: Partial<LoadStep> = {}): LoadStep => ({
  rate: 2_000,
  seconds: 60,
  readingsPerPublish: 1,
  devices: 1_000,
  crossings: 20,
  firstSeq: 1_000_000,
  startsAt: 1_800_000_000_000,
  ...own,
});

const everyReadingOf = (plan: LoadPlan) =>
  Array.from({ length: plan.step.devices }, (_, device) =>
    [...plan.readingsOf(device)].map((reading) => ({ device, ...reading })),
  ).flat();

const firingOf = (values: readonly number[]) =>
  ALERTS.filter(({ sensorId, alertType, setPoint }) => {
    const value = values[sensorId - 1]! / 100;
    return alertType === 'Above' ? value > setPoint : value < setPoint;
  });

describe('a load plan', () => {
  it('has as many readings as rate and duration require, none twice', () => {
    for (const readingsPerPublish of [1, 10]) {
      const plan = new LoadPlan(step({ seconds: 5, readingsPerPublish }));
      const all = everyReadingOf(plan);
      expect(all).toHaveLength(10_000);
      expect(new Set(all.map(({ device, seq }) => `${device} ${seq}`)).size).toBe(10_000);
      expect(new Set(all.map(({ device, timestamp }) => `${device} ${timestamp}`)).size).toBe(10_000);
    }
  });

  it('continues the sequence numbers of the plan before it', () => {
    const plan = new LoadPlan(step({ seconds: 3, readingsPerPublish: 10 }));
    const next = new LoadPlan(step({ firstSeq: plan.nextSeq }));
    const last = Math.max(...everyReadingOf(plan).map(({ seq }) => seq));
    expect(next.seqOf(0)).toBe(last + 1);
  });

  it('spreads the readings evenly over the duration', () => {
    const plan = new LoadPlan(step());
    expect(plan.dueBy(plan.step.startsAt - 1)).toBe(0);
    expect(plan.dueBy(plan.step.startsAt)).toBe(1);
    expect(plan.dueBy(plan.step.startsAt + 1_000)).toBe(2_001);
    expect(plan.dueBy(plan.step.startsAt + 60_000)).toBe(plan.publishes);
  });

  it.each([
    [500, 1],
    [2_000, 1],
    [8_000, 1],
    [25_000, 10],
  ])('fires and clears exactly one alert per crossing, at %i/s', (rate, readingsPerPublish) => {
    const plan = new LoadPlan(step({ rate, readingsPerPublish }));
    expect(plan.crossings.size).toBeGreaterThan(1_100);
    const valuesOf = (publish: number, reading: number) =>
      [0, 1, 2].map((sensor) => plan.valueOf(publish, reading, sensor));
    for (const { publish, rule } of plan.crossings.values()) {
      expect(firingOf(valuesOf(publish, 0))).toEqual([rule]);
      const next = readingsPerPublish > 1 ? valuesOf(publish, 1) : valuesOf(publish + 1_000, 0);
      expect(firingOf(next)).toEqual([]);
    }
  });

  it('can let every device cross at its first reading', () => {
    const plan = new LoadPlan(step({ rate: 1_000, seconds: 3, crossings: 'all at once' }));
    expect(new Set([...plan.crossings.values()].map(({ device }) => device)).size).toBe(1_000);
    expect([...plan.crossings.values()].every(({ rule }) => rule.mails)).toBe(true);
  });
});
