import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Actor } from '@telemon/contracts/actor';
import { type Place, type ReportedEntry, periodLog } from '@telemon/contracts/alerting/period-log';
import { GivenAlerts, anActor, m2 } from '../../testing/given-alerts.ts';
import { GivenExports } from '../../testing/given-exports.ts';
import { EventsService } from '../events/events.service.ts';
import type { OccurrenceDocument } from '../events/occurrences.repository.ts';
import type { AlertLogDocument } from './alert-log-document.ts';
import { AlertLogService } from './alert-log.service.ts';
import { filterOfPeriod } from './wanted-entries.ts';

let given: GivenAlerts;
let exports: GivenExports;
let alertLog: AlertLogService;
beforeAll(async () => {
  given = await GivenAlerts.prepare();
  exports = new GivenExports(given);
  alertLog = given.service.get(AlertLogService);
});
afterAll(() => given.stop());

const FROM = '2026-06-08T00:00:00.000Z';
const TO = '2026-06-15T00:00:00.000Z';
const PERIOD = { from: FROM, to: TO };
const between = (triggeredAt: string, clearedAt: string | null): Partial<AlertLogDocument> => ({
  triggeredAt: new Date(triggeredAt),
  clearedAt: clearedAt === null ? null : new Date(clearedAt),
  ...(clearedAt === null && { isOpen: true as const, alertId: `alert-${triggeredAt}` }),
});

/** A manager with a device whose alert fires now, and with other entries. */
const givenEntries = async (changes: Partial<AlertLogDocument>[]) => {
  const { by, device } = await exports.fleet();
  await given.create(by, device);
  await given.fire(device);
  const ids = await exports.addEntries(device, changes.length, (place) => changes[place]!);
  return { by, device, ids };
};
const allOf = async (by: Actor): Promise<ReportedEntry[]> => {
  const all: ReportedEntry[] = [];
  let after: Place | null = null;
  do {
    const step: { entries: ReportedEntry[]; next: Place | null } = await alertLog.ofPeriod(by, {
      ...PERIOD,
      after,
    });
    all.push(...step.entries);
    after = step.next;
  } while (after !== null);
  return all;
};

describe('the log of a period', () => {
  it('has the entries that were open at some time of the period, also since long before, and no others', async () => {
    const { by, ids } = await givenEntries([
      between('2026-06-07T23:00:00Z', '2026-06-07T23:59:59.999Z'),
      between('2026-06-07T23:00:00Z', FROM),
      between(FROM, '2026-06-09T00:00:00Z'),
      between('2026-06-14T23:59:59.999Z', '2026-06-20T00:00:00Z'),
      between(TO, '2026-06-16T00:00:00Z'),
      between('2026-06-10T00:00:00Z', null),
      between('2026-01-01T00:00:00Z', null),
      between('2026-01-02T00:00:00Z', FROM),
      between('2026-01-03T00:00:00Z', '2026-06-07T23:59:59.999Z'),
    ]);
    const [, clearedAtBegin, atBegin, lastMoment, , open, openSinceLong, firedForLong] = ids;
    expect((await allOf(by)).map(({ id }) => id)).toEqual([
      lastMoment,
      open,
      atBegin,
      clearedAtBegin,
      firedForLong,
      openSinceLong,
    ]);
  });

  it('has all that fire since long before, however many these are, without reading the entries that ended then', async () => {
    const since = (place: number) => new Date(Date.parse('2026-01-01T00:00:00Z') + place).toISOString();
    const { by, ids } = await givenEntries(
      Array.from({ length: 1_700 }, (_, place) =>
        between(since(place), place < 1_200 ? null : '2026-02-01T00:00:00Z'),
      ),
    );
    expect((await allOf(by)).map(({ id }) => id)).toEqual(ids.slice(0, 1_200).toReversed());
    const filter = filterOfPeriod(
      {},
      {
        openAt: new Date(FROM),
        beganFrom: null,
        beganBefore: new Date('2026-05-01T00:00:00Z'),
        after: null,
      },
    );
    const log = given.database.db.collection('alert_log');
    const { executionStats } = await log.find(filter as object, { hint: 'by_end' }).explain('executionStats');
    expect(executionStats.totalDocsExamined).toBe(executionStats.nReturned);
  });

  it('has the entries of the devices that are in scope at the time of each step', async () => {
    const { by, device } = await givenEntries([between('2026-06-10T00:00:00Z', '2026-06-11T00:00:00Z')]);
    expect((await allOf(by)).map(({ deviceName }) => deviceName)).toEqual([device.deviceName]);
    for (const other of [m2, anActor('s9', 'assistant', by.id), anActor('nobody', 'none')])
      expect(await allOf(other)).toEqual([]);
    await given.tellOf(device.deviceName, { ...device, managerId: 'm2' });
    expect(await allOf(by)).toEqual([]);
    expect(await allOf(m2)).toHaveLength(1);
  });

  it('says with each step whether the devices are the same, also after one was away and came back', async () => {
    const { by, device } = await exports.fleet();
    const { deviceName } = device;
    const events = given.service.get(EventsService);
    const prints = async () => [
      alertLog.scopeOf(by).devices,
      (await alertLog.ofPeriod(by, { ...PERIOD, after: null })).devices,
      (await events.ofPeriod(by, { ...PERIOD, after: null })).devices,
    ];
    const seen = new Set<string>();
    for (const managerId of [by.id, 'm2', by.id]) {
      await given.tellOf(deviceName, { ...device, managerId });
      const [one, ...others] = await prints();
      expect(others).toEqual([one, one]);
      seen.add(one!);
    }
    expect(seen.size).toBe(3);
    const admin = anActor('a1', 'admin');
    const before = alertLog.scopeOf(admin);
    await given.tellOf(deviceName, { ...device, managerId: 'm2' });
    expect(alertLog.scopeOf(admin)).toEqual(before);
  });

  it('comes in steps that have each entry once, also of one time, in the form of its contract', async () => {
    const changes = Array.from({ length: 1_201 }, (_, place) =>
      between(
        new Date(Date.parse(FROM) + Math.floor(place / 700) * 60_000).toISOString(),
        '2026-06-12T00:00:00Z',
      ),
    );
    const { by, ids } = await givenEntries(changes);
    const all = await allOf(by);
    expect(all.map(({ id }) => id).toSorted()).toEqual(ids);
    expect(periodLog.entries.answer.parse({ entries: all, next: null, devices: '' }).entries).toEqual(all);
  });

  it('has the occurrences of events, too', async () => {
    const { by, device } = await exports.fleet({ deviceAlias: 'Cold room' });
    const { deviceName } = device;
    const occurrence = (_id: string, occurredAt: string, endedAt: string | null): OccurrenceDocument => ({
      _id,
      eventId: `of-${_id}`,
      deviceName,
      deviceVersion: 1,
      sensorId: 1,
      sensorName: 'Door',
      valueType: 'Current',
      eventType: 'Above',
      setPoint: 0,
      value: 1,
      readingId: 'r',
      occurredAt: new Date(occurredAt),
      endedAt: endedAt === null ? null : new Date(endedAt),
      ...(endedAt === null && { isOpen: true as const }),
    });
    await given.database.db
      .collection<OccurrenceDocument>('event_log')
      .insertMany([
        occurrence('before', '2026-06-07T00:00:00Z', '2026-06-07T12:00:00Z'),
        occurrence('within', '2026-06-09T00:00:00Z', '2026-06-09T12:00:00Z'),
        occurrence('old', '2026-01-01T00:00:00Z', null),
        occurrence('long', '2026-01-02T00:00:00Z', '2026-06-09T12:00:00Z'),
        occurrence('gone', '2026-01-03T00:00:00Z', '2026-06-07T12:00:00Z'),
        occurrence('after', TO, null),
      ]);
    const events = given.service.get(EventsService);
    const answer = await events.ofPeriod(by, { ...PERIOD, after: null });
    expect(answer.occurrences.map(({ id }) => id)).toEqual(['within', 'long', 'old']);
    expect(periodLog.occurrences.answer.parse(answer)).toEqual(answer);
    expect(answer.occurrences.at(-1)).toMatchObject({ deviceAlias: 'Cold room', endedAt: null });
    expect((await events.ofPeriod(m2, { ...PERIOD, after: null })).occurrences).toEqual([]);
  });
});
