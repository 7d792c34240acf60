import type { User } from '@telemon/contracts/auth/users';
import { given, uniqueName } from '@telemon/testing/given';
import { until } from '@telemon/testing/waiting';
import type { Collection } from 'mongodb';
import type { Counts } from '../drill.ts';
import type { DrillInstallation } from '../installation/drill-installation.ts';
import { giveFiringDevice } from './firing-device.ts';

/** The fields that a drill reads of a run. */
interface Run {
  _id: string;
  userId: string;
  state: string;
  holder: string | null;
  freeAt: Date;
}
interface Message {
  to: string;
  text: string;
  messageId: string;
}

/** Users that are made at the same time: each takes a hashed password. */
const MADE_AT_ONCE = 4;
/** One of this many users has a device whose alert fires. The reports of the others are empty. */
const ONE_WITH_ALERT_IN = 5;
const DUE_IN_MS = 500;
const GIVEN_UP_AFTER_MS = 180_000;
/** The mark of a message that may be a second copy. */
const MARK = 'You may have had this report before';

/** Reports of many users that are due at one moment. */
export class DueReports {
  readonly #installation: DrillInstallation;
  /** The users' addresses by their ids. */
  readonly #users: ReadonlyMap<string, string>;
  /** The aliases of firing devices by their users' addresses. */
  readonly #aliases: ReadonlyMap<string, string>;

  private constructor(
    installation: DrillInstallation,
    users: ReadonlyMap<string, string>,
    aliases: ReadonlyMap<string, string>,
  ) {
    this.#installation = installation;
    this.#users = users;
    this.#aliases = aliases;
  }

  /** Makes the users, some of whom get a device whose alert fires. */
  static async make(installation: DrillInstallation, count: number): Promise<DueReports> {
    const api = await installation.api();
    const { locationId } = await given(api).manager();
    const users = new Map<string, string>();
    const aliases = new Map<string, string>();
    let left = count;
    const makeSome = async () => {
      while (left-- > 0) {
        const hasDevice = left % ONE_WITH_ALERT_IN === 0;
        const { user } = await api.post<{ user: User }>('/user', {
          name: 'Rita Reader',
          email: `${uniqueName('rita')}@example.com`,
          password: 'a reader of reports',
          contact: '+15005550006',
          companyName: 'Cold Stores',
          locationId,
          userRole: 'manager',
        });
        users.set(user.id, user.email);
        if (hasDevice) aliases.set(user.email, await giveFiringDevice(installation, api, user.id));
      }
    };
    await Promise.all(Array.from({ length: MADE_AT_ONCE }, makeSome));
    return new DueReports(installation, users, aliases);
  }

  /** Makes their reports due in a moment: without /v1, because the next full hour may be an hour away. */
  async plan(): Promise<void> {
    const nextAt = new Date(Date.now() + DUE_IN_MS);
    // The period after this one is days away.
    const day = ((nextAt.getUTCDay() + 2) % 7) + 1;
    const plan = { autoAlert: 'Active', autoEvent: 'Active', frequency: 'Weekly', day, hour: 8, nextAt };
    const plans = this.#installation.database.db('reporting').collection<{ _id: string }>('auto_reports');
    await plans.insertMany([...this.#users.keys()].map((_id) => ({ _id, ...plan })));
  }

  get due(): number {
    return this.#users.size;
  }

  /** Users whose report has an alert. */
  get withAlert(): number {
    return this.#aliases.size;
  }

  /** The claimed reports by their last holder, sent ones too. */
  async claims(): Promise<ReadonlyMap<string, number>> {
    const runs = await this.#runs.find({ ...this.#ours, holder: { $ne: null } }).toArray();
    return new Map(
      [...Map.groupBy(runs, ({ holder }) => holder!)].map(([holder, { length }]) => [holder, length]),
    );
  }

  /** The number of reports that a process has claimed and not sent. */
  inHandOf(holder: string): Promise<number> {
    return this.#runs.countDocuments({
      ...this.#ours,
      holder,
      state: 'waiting',
      freeAt: { $gt: new Date() },
    });
  }

  /** Time from now until all reports are sent, ms; gives up after some minutes. */
  async timeToSend(): Promise<number> {
    const from = performance.now();
    const areSent = async () =>
      (await this.#runs.countDocuments({ ...this.#ours, state: 'sent' })) === this.due;
    await until(areSent, { timeoutMs: GIVEN_UP_AFTER_MS, everyMs: 100 }).catch(() => undefined);
    return Math.round(performance.now() - from);
  }

  async outcome(): Promise<Counts> {
    const runs = await this.#runs.find(this.#ours).toArray();
    const mails = await this.#installation.database
      .db('outbox')
      .collection<Message>('messages')
      .find({ kind: 'email', to: { $in: [...this.#users.values()] } })
      .toArray();
    const byAddress = Map.groupBy(mails, ({ to }) => to);
    const runOf = new Map(runs.map(({ _id, userId }) => [this.#users.get(userId)!, _id]));
    const unmarked = [...byAddress.values()].map(
      (copies) => copies.filter(({ text }) => !text.includes(MARK)).length,
    );
    const aliases = [...this.#aliases];
    return {
      due: this.due,
      runs: runs.length,
      sent: runs.filter(({ state }) => state === 'sent').length,
      mailed: byAddress.size,
      tellOfAlert: aliases.filter(([address, alias]) =>
        byAddress.get(address)?.every(({ text }) => text.includes(alias)),
      ).length,
      tellOfOthers: mails.filter(({ to, text }) =>
        aliases.some(([address, alias]) => address !== to && text.includes(alias)),
      ).length,
      copies: mails.length - byAddress.size,
      unmarkedCopies: unmarked.reduce((sum, count) => sum + Math.max(0, count - 1), 0),
      otherIds: mails.filter(({ to, messageId }) => !messageId.startsWith(`<${runOf.get(to)}@`)).length,
    };
  }

  get #runs(): Collection<Run> {
    return this.#installation.database.db('reporting').collection<Run>('report_runs');
  }

  get #ours() {
    return { userId: { $in: [...this.#users.keys()] } };
  }
}
