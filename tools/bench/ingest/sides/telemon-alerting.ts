import type { Collection, MongoClient } from 'mongodb';
import { deviceNames } from '../fleet.ts';
import type { Crossing, LoadPlan } from '../load-plan.ts';
import type { Naming } from '../reading-store.ts';
import {
  type Alerting,
  type AlertOutcome,
  byKey,
  type EntriesOutcome,
  latencies,
  settled,
} from './alerting.ts';
import { messageOf, recipientOf } from './telemon-fleet.ts';

/** The fields of an alert-log entry that are read here. */
interface Entry {
  readonly _id: string;
  readonly deviceName: string;
  readonly readingId: string;
  readonly sensorId: number;
  readonly alertType: string;
  readonly values: readonly number[];
  readonly triggeredAt: Date;
  readonly decidedAt: Date;
}

/** The fields of a message in the outbox that are read here. */
interface Mail {
  readonly _id: string;
  readonly kind: string;
  readonly to: string;
  readonly text: string;
  readonly sentAt: Date;
}

/** A step's entries and mails are newer than its start, except for differences between clocks. */
const SLACK_MS = 50;

/** Reads the alert-log entries and mails of a step from the databases of alerting and outbox. */
export class TelemonAlerting implements Alerting {
  readonly #entries: Collection<Entry>;
  readonly #mails: Collection<Mail>;
  readonly #naming: Naming;

  constructor(client: MongoClient, naming: Naming) {
    this.#entries = client.db('alerting').collection<Entry>('alert_log');
    this.#mails = client.db('outbox').collection<Mail>('messages');
    this.#naming = naming;
  }

  /** @param next The step after it, whose entries and mails don't count. */
  async outcomeOf(plan: LoadPlan, next?: LoadPlan): Promise<AlertOutcome> {
    const names = deviceNames(plan.step.devices);
    const sentAt = timeOf(plan, next);
    const itsMails = { kind: 'email', to: { $in: names.map(recipientOf) }, sentAt };
    const mailing = [...plan.crossings.values()].filter(({ rule }) => rule.mails);
    await settled(mailing.length, () => this.#mails.countDocuments(itsMails));
    const entries = await this.entriesOf(plan, next);
    const mails = await this.#mails.find(itsMails).toArray();
    const mailOf = byKey(mails, ({ to, text }) => `${to} ${text.split('\n')[0]}`);
    const mailedAt = mailing.map((crossing) => mailOf.get(mailKey(crossing, names))?.sentAt);
    return {
      ...entries,
      mailsExpected: mailing.length,
      mailsSent: mails.length,
      toProvider: latencies(plan, mailing, mailedAt),
    };
  }

  /** The part about the alert log. */
  async entriesOf(plan: LoadPlan, next?: LoadPlan): Promise<EntriesOutcome> {
    const names = deviceNames(plan.step.devices);
    const itsEntries = { deviceName: { $in: names }, triggeredAt: timeOf(plan, next) };
    const crossings = [...plan.crossings.values()];
    await settled(crossings.length, () => this.#entries.countDocuments(itsEntries));
    const entries = await this.#entries.find(itsEntries).toArray();
    const entryOf = byKey(entries, ({ readingId, sensorId, alertType, values }) =>
      [readingId, sensorId, alertType, values[0]].join(' '),
    );
    const firedAt = crossings.map(({ publish, device, rule }) => {
      const seq = plan.seqOf(publish);
      const id = this.#naming.idOf({ deviceName: names[device]!, seq, timestamp: plan.timestampOf(publish) });
      return entryOf.get([id, rule.sensorId, rule.alertType, rule.setPoint].join(' '))?.decidedAt;
    });
    return {
      expected: crossings.length,
      fired: entries.length,
      exact: entries.length === crossings.length && firedAt.every((at) => at !== undefined),
      toDecided: latencies(plan, crossings, firedAt),
    };
  }
}

/** From the beginning of a step to that of the next one. */
const timeOf = (plan: LoadPlan, next: LoadPlan | undefined) => ({
  $gte: new Date(plan.step.startsAt - SLACK_MS),
  ...(next && { $lt: new Date(next.step.startsAt - SLACK_MS) }),
});

/** Recipient and text of the mail about a crossing. */
const mailKey = ({ device, rule, value }: Crossing, names: readonly string[]): string => {
  const name = names[device]!;
  return `${recipientOf(name)} ${messageOf(name, rule, value)}`;
};
