import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import { NewEvent } from '@telemon/contracts/alerting/events';
import { eventOn } from '@telemon/testing/given';
import { aReading } from '@telemon/testing/builders';
import { anAlert, GivenAlerts, inMessages, m1 } from '../../testing/given-alerts.ts';
import { Mongo } from '@telemon/platform/mongo';
import { AlertChanges } from '../alerts/alert-changes.service.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { EventsService } from '../events/events.service.ts';
import { EvaluationConsumer } from './evaluation.consumer.ts';
import { RuleBook } from './rule-book.ts';

let given: GivenAlerts;
beforeAll(async () => {
  given = await GivenAlerts.prepare();
});
afterAll(() => given.stop());

it('the rule book has each alert and event as another replica creates, changes, pauses or deletes it, before its fact comes', async () => {
  const alerts = given.service.get(AlertsService);
  const changes = given.service.get(AlertChanges);
  const events = given.service.get(EventsService);
  // No replica consumes facts here.
  const replica = await given.startReplica();
  const book = replica.get(RuleBook);
  const { deviceName } = await given.device();
  const rulesOf = async () => {
    await book.freshen();
    return (book.watched(deviceName)?.rules ?? []).map(({ document }) => document._id);
  };
  try {
    expect(await rulesOf()).toEqual([]);
    const { id } = await alerts.create(m1, anAlert(deviceName));
    await until(async () => (await rulesOf()).includes(id));
    await changes.update(m1, { ...anAlert(deviceName, { criteria: { values: [20] } }), id });
    const hasChanged = async () => {
      await rulesOf();
      return book.watched(deviceName)?.rules[0]?.holds(15) === false;
    };
    await until(hasChanged);
    for (const isPaused of [true, false]) {
      await changes.setPaused(m1, id, isPaused);
      await until(async () => (await rulesOf()).includes(id) !== isPaused);
    }
    const event = await events.create(m1, NewEvent.parse(eventOn(deviceName)));
    await until(async () => (await rulesOf()).includes(event.id));
    await alerts.remove(m1, id);
    await until(async () => (await rulesOf()).join() === event.id);
    await events.remove(m1, event.id);
    await until(async () => (await rulesOf()).length === 0);
  } finally {
    await replica.stop();
  }
});

it.each(['deleted', 'paused'])(
  'the rule book has nothing to store of an alert that is %s while its hold time runs',
  async (ended) => {
    const device = await given.device();
    const { id } = await given.create(m1, device, { holdFor: 3_600 });
    await given.fire(device);
    const book = given.service.get(RuleBook);
    const reading = aReading({ deviceName: device.deviceName, current: [12, null, null, null] });
    await given.service.get(EvaluationConsumer).handle(inMessages([reading]));
    if (ended === 'deleted') await given.service.get(AlertsService).remove(m1, id);
    else await given.service.get(AlertChanges).setPaused(m1, id, true);
    await given.fire(device);
    expect(book.isStale).toBe(false);
  },
);

it('the rule book relies on no state that a failover may take back', async () => {
  const { deviceName } = await given.device();
  const { id: alertId } = await given.service.get(AlertsService).create(m1, anAlert(deviceName));
  const { id: eventId } = await given.service
    .get(EventsService)
    .create(m1, NewEvent.parse(eventOn(deviceName)));
  const { db } = given.service.get(Mongo);
  const replica = await given.startReplica();
  const book = replica.get(RuleBook);
  try {
    await db.command({ profile: 2 });
    await book.freshen();
    book.markStale([
      { kind: 'alert', id: alertId },
      { kind: 'event', id: eventId },
    ]);
    await book.freshen();
    await db.command({ profile: 0 });
    for (const collection of ['alerts', 'events']) {
      const reads = await db.collection('system.profile').find({ 'command.find': collection }).toArray();
      const levels = reads.map(({ command }) => command.readConcern.level);
      expect({ collection, levels }).toEqual({ collection, levels: ['linearizable', 'majority'] });
    }
  } finally {
    await replica.stop();
  }
});
