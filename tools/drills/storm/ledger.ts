import { MINUTE_MS } from '@telemon/contracts/durations';
import { until } from '@telemon/testing/waiting';
import { type NoticeDocument, wasSent } from '../../../apps/alerting/src/delivery/notice.ts';
import type { Counts } from '../drill.ts';
import { REPEATED } from '../fleet/alerts.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import type { Crowd } from './crowd.ts';

/** Beside the sending itself: grouped notices wait for a minute. */
const SETTLED_WITHIN_MS = 300_000;
/** Two grouped notices to one recipient are made a minute apart; the two clocks that time them may differ a little. */
const APART_MS = MINUTE_MS - 1_000;
const HELD = /^The device’s limit of 1 .* is used up$/;

/** A notice of an entry, or one in place of several to one recipient, if alerting groups them. */
type Row = NoticeDocument & { groupId?: string; group?: { count: number } };

interface Message {
  readonly to: string;
  readonly text: string;
  readonly sentAt: Date;
}

/** The states of a crowd's notices in alerting's ledger, and the messages at the provider. */
export class Ledger {
  readonly #installation: DrillInstallation;
  readonly #crowd: Crowd;
  readonly #recipients: readonly string[];

  constructor(installation: DrillInstallation, crowd: Crowd) {
    this.#installation = installation;
    this.#crowd = crowd;
    this.#recipients = crowd.fleets.flatMap(({ recipient, others }) =>
      others === null ? [recipient] : [recipient, others.contact],
    );
  }

  /** Waits until no notice waits any more, for five minutes at most, and counts them. @param from The breach, Unix time */
  async outcome(from: number): Promise<Counts> {
    const notices = this.#notices();
    const ofCrowd = { to: { $in: [...this.#recipients] } };
    const areSettled = async () => {
      const waiting = { ...ofCrowd, state: 'queued' as const, groupId: { $exists: false } };
      const ofEntries = { ...ofCrowd, entryId: { $exists: true } };
      return (
        (await notices.countDocuments(ofEntries)) >= this.#expected &&
        (await notices.countDocuments(waiting)) === 0
      );
    };
    await until(areSettled, { timeoutMs: SETTLED_WITHIN_MS, everyMs: 1_000 }).catch(() => undefined);
    const rows = await notices.find(ofCrowd).toArray();
    const messages = await this.#installation.database
      .db('outbox')
      .collection<Message>('messages')
      .find(ofCrowd)
      .toArray();
    return { ...this.#ofRows(rows, from), ...this.#ofMessages(rows, messages) };
  }

  /** The notices of the entries: one for each channel of the device. */
  get #expected(): number {
    const { fleets, limited } = this.#crowd;
    return fleets.reduce((sum, fleet) => {
      const entries = fleet.devices.length * (fleet === limited ? 2 : 1);
      return sum + entries * (fleet.others === null ? 1 : 2);
    }, 0);
  }

  #ofRows(rows: readonly Row[], from: number): Counts {
    const groups = new Map(rows.filter(({ group }) => group).map((row) => [row._id, row]));
    const ofEntries = rows.filter(({ entryId }) => entryId !== undefined);
    const hasSent = (row: Row) => wasSent(groups.get(row.groupId ?? '') ?? row);
    const isHeld = ({ state, reason }: Row) => state === 'held' && HELD.test(reason ?? '');
    const ofDevices = Map.groupBy(ofEntries, ({ deviceName, channel }) => `${deviceName} ${channel}`);
    const keptLimit = (key: string) => {
      const own = ofDevices.get(key) ?? [];
      return own.filter(hasSent).length === 1 && own.filter(isHeld).length === 1;
    };
    const limits = this.#crowd.limited.devices.flatMap(({ name }) => [`${name} email`, `${name} sms`]);
    return {
      noticesMissing: this.#expected - ofEntries.length,
      sent: ofEntries.filter((row) => hasSent(row) && row.groupId === undefined).length,
      grouped: ofEntries.filter((row) => hasSent(row) && row.groupId !== undefined).length,
      groups: groups.size,
      held: ofEntries.filter(isHeld).length,
      others: ofEntries.filter((row) => !hasSent(row) && !isHeld(row)).length,
      limitsBroken: limits.filter((key) => !keptLimit(key)).length,
      groupsTooClose: tooClose([...groups.values()]),
      lastNoticeMs: Math.max(0, ...rows.filter(wasSent).map(({ at }) => at.getTime() - from)),
    };
  }

  /** Compares the messages to each recipient with the notices that say that they were sent. */
  #ofMessages(rows: readonly Row[], messages: readonly Message[]): Counts {
    const counts = { messages: messages.length, messagesMissing: 0, messagesTwice: 0, mostAMinute: 0 };
    const byRecipient = Map.groupBy(messages, ({ to }) => to);
    for (const to of this.#recipients) {
      const sent = rows.filter((row) => row.to === to && wasSent(row) && row.groupId === undefined).length;
      const own = byRecipient.get(to) ?? [];
      const plain = own.filter(({ text }) => !text.includes(REPEATED)).length;
      counts.messagesMissing += Math.max(0, sent - own.length);
      counts.messagesTwice += Math.max(0, plain - sent);
      counts.mostAMinute = Math.max(counts.mostAMinute, mostInAMinute(own));
    }
    return counts;
  }

  #notices() {
    return this.#installation.database.db('alerting').collection<Row>('notices');
  }
}

/** How many of the grouped notices to one recipient were made less than a minute after the one before. */
function tooClose(groups: readonly Row[]): number {
  const times = Map.groupBy(groups, ({ to }) => to).values();
  return [...times].reduce((sum, own) => {
    const made = own.map(({ createdAt }) => createdAt.getTime()).sort((one, other) => one - other);
    return sum + made.filter((at, index) => index > 0 && at - made[index - 1]! < APART_MS).length;
  }, 0);
}

/** The most messages within any minute. */
function mostInAMinute(messages: readonly Message[]): number {
  const times = messages.map(({ sentAt }) => sentAt.getTime()).sort((one, other) => one - other);
  let first = 0;
  let most = 0;
  for (const [index, at] of times.entries()) {
    while (at - times[first]! >= MINUTE_MS) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}
