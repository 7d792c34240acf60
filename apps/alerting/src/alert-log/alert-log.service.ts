import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AlertLogEntry, EndCause } from '@telemon/contracts/alerting/alert-log';
import type { periodLog } from '@telemon/contracts/alerting/period-log';
import type { AnswerOf } from '@telemon/contracts/call';
import { timeLeftMs } from '@telemon/platform/deadline';
import { plainText } from '@telemon/platform/plain-text';
import type { ClientSession } from 'mongodb';
import { LiveAlerts } from '../delivery/live-alerts.ts';
import { NoticesService } from '../delivery/notices.service.ts';
import { Snoozes, snoozedAs } from '../delivery/snoozes.ts';
import { type AskedStep, readStep } from '../rules/period-steps.ts';
import { DeviceLookup } from '../scope/device-lookup.ts';
import { type DeviceScope, KnownDevices } from '../scope/known-devices.ts';
import { KnownUsers } from '../scope/known-users.ts';
import type { AlertLogDocument } from './alert-log-document.ts';
import { asEntry, asReported } from './alert-log-row.ts';
import { entryNotFound } from './alert-log.errors.ts';
import {
  type Acknowledgement,
  AlertLogRepository,
  type ClosedEntry,
  type EntryOfAlert,
  type Sorted,
} from './alert-log.repository.ts';
import type { AlertLogQuery, OfDevice, WantedEntries } from './wanted-entries.ts';

/** The entries that an actor asks for, among the ones that the actor may see. */
export type Choice = Pick<WantedEntries, 'q' | 'status' | 'severity' | 'deviceName'>;

/** The order of entries: by a column of the list; without one, newest first. */
export type Order = Pick<AlertLogQuery, 'sort' | 'order'>;

export interface EntriesPage {
  alertLogs: AlertLogEntry[];
  pagination: { totalCount: number };
}

export interface Acknowledged {
  acknowledged: number;
  /** True if the caller's time was up before all entries were acknowledged. */
  more?: true;
}

/** Entries acknowledged at once. */
const ACKNOWLEDGED_AT_ONCE = 1_000;
/** Most entries that are returned for some readings. */
const MOST_BEGUN = 100;
/** More time than it takes to acknowledge `ACKNOWLEDGED_AT_ONCE` entries, ms. */
const TIME_FOR_MORE_MS = 1_000;

@Injectable()
export class AlertLogService {
  constructor(
    private readonly repository: AlertLogRepository,
    private readonly notices: NoticesService,
    private readonly snoozes: Snoozes,
    private readonly live: LiveAlerts,
    private readonly devices: KnownDevices,
    private readonly users: KnownUsers,
    private readonly lookup: DeviceLookup,
  ) {}

  async list(actor: Actor, query: AlertLogQuery): Promise<EntriesPage> {
    const { scope, withAlias } = this.reachOf(actor, query.q);
    return this.pageOf(await this.repository.page(scope, query, { withAlias }));
  }

  async ofDevice(actor: Actor, of: OfDevice, query: AlertLogQuery): Promise<EntriesPage> {
    await this.lookup.find(actor, of.deviceName);
    return this.pageOf(await this.repository.page(this.devices.scopeOf(actor), query, of));
  }

  /** The entries of a device in the actor's scope that began with one of some readings, the newest first. */
  async begunBy(
    actor: Actor,
    deviceName: string,
    readings: readonly { id: string; receivedAt: string }[],
  ): Promise<AlertLogEntry[]> {
    const wanted = { deviceName, begunBy: readings };
    const found = { last: undefined, most: MOST_BEGUN };
    return this.shown(await this.repository.newest(this.devices.scopeOf(actor), wanted, found));
  }

  /** The device and the reading of an entry, null where no reading was the cause. @throws entryNotFound, also for a foreign one */
  async causeOf(actor: Actor, id: string): Promise<{ deviceName: string; readingId: string | null }> {
    const scope = this.devices.scopeOf(actor);
    const [entry] = await this.repository.newest(scope, { id }, { last: undefined, most: 1 });
    if (!entry) throw entryNotFound();
    return { deviceName: entry.deviceName, readingId: entry.readingId ?? null };
  }

  /** Entries by their ids, as far as an alert shows them. */
  async withIds(ids: string[]): Promise<Map<string, EntryOfAlert>> {
    if (ids.length === 0) return new Map();
    return new Map((await this.repository.withIds(ids)).map((entry) => [entry._id, entry]));
  }

  /** Counts the entries that an actor asks for, and stops at `most`. */
  count(actor: Actor, wanted: Choice, most: number): Promise<number> {
    const { scope, withAlias } = this.reachOf(actor, wanted.q);
    return this.repository.count(scope, { ...wanted, withAlias }, most);
  }

  /**
   * The entries that an actor asks for, newest or oldest first, step by step. Each step is a short read of its own, in the actor's scope
   * at that time.
   */
  async *steps(
    actor: Actor,
    wanted: Choice,
    { size, oldestFirst }: { size: number; oldestFirst: boolean },
  ): AsyncGenerator<AlertLogEntry[]> {
    let last: AlertLogDocument | undefined;
    for (;;) {
      const { scope, withAlias } = this.reachOf(actor, wanted.q);
      const step = { last, most: size };
      const rows = oldestFirst
        ? await this.repository.oldest(scope, { ...wanted, withAlias }, step)
        : await this.repository.newest(scope, { ...wanted, withAlias }, step);
      yield await this.shown(rows);
      if (rows.length < size) return;
      last = rows.at(-1);
    }
  }

  /** The ids of the first `most` entries that an actor asks for, as a list of them is sorted. */
  sortedIds(actor: Actor, wanted: Choice, sorted: Sorted, most: number): Promise<string[]> {
    const { scope, withAlias } = this.reachOf(actor, wanted.q);
    return this.repository.sortedIds(scope, { ...wanted, withAlias }, sorted, most);
  }

  /** Entries by their ids and in their order, step by step, as far as the actor asks for them and may see them by then. */
  async *stepsOf(
    actor: Actor,
    wanted: Choice,
    { ids, size }: { ids: readonly string[]; size: number },
  ): AsyncGenerator<AlertLogEntry[]> {
    for (let from = 0; from < ids.length; from += size) {
      const { scope, withAlias } = this.reachOf(actor, wanted.q);
      const some = { ...wanted, withAlias, ids: ids.slice(from, from + size) };
      yield await this.shown(await this.repository.inOrder(scope, some));
    }
  }

  /** The actor's devices at present, of which an export of these entries has rows. */
  devicesOf(actor: Actor, { deviceName }: Choice): DeviceScope {
    const scope = this.devices.scopeOf(actor);
    if (deviceName === undefined || !scope.deviceName) return scope;
    return { deviceName: { $in: scope.deviceName.$in.filter((name) => name === deviceName) } };
  }

  /** A step through the entries that were open at some time of a period, in the actor's scope at present. */
  async ofPeriod(actor: Actor, asked: AskedStep): Promise<AnswerOf<typeof periodLog.entries>> {
    const { devices } = this.scopeOf(actor);
    const { rows, next } = await readStep(this.repository, {
      scope: this.devices.scopeOf(actor),
      asked,
      beginningOf: ({ triggeredAt }) => triggeredAt,
    });
    return { entries: rows.map(asReported), next, devices };
  }

  /** The devices that an actor sees at present, as reports compare them. */
  scopeOf(actor: Actor): AnswerOf<typeof periodLog.scope> {
    return { devices: this.devices.printOf(actor) };
  }

  /**
   * Acknowledges one entry, or all of a device as far as the caller's time allows. An acknowledged entry keeps its first user and
   * time.
   */
  async acknowledge(actor: Actor, which: Acknowledgement): Promise<Acknowledged> {
    await this.lookup.find(actor, which.deviceName);
    const scope = this.devices.scopeOf(actor);
    const by = this.users.nameOf(actor);
    const note = plainText(which.note ?? '').trim();
    const done = await this.acknowledgeIn(scope, { ...which, note }, by);
    if (done.acknowledged === 0 && which.id !== undefined) {
      const { deviceName, id } = which;
      if (!(await this.repository.has(scope, { deviceName, id }))) throw entryNotFound();
    }
    return done;
  }

  /** An entry, for the recipient of a notice about it; null if it was deleted. */
  async find(id: string): Promise<AlertLogEntry | null> {
    const entry = await this.repository.find(id);
    return entry && (await this.shown([entry]))[0]!;
  }

  /** Acknowledges an entry for the recipient of a notice about it, unless it is acknowledged or deleted. */
  async acknowledgeFor(id: string, recipient: string): Promise<void> {
    const entry = await this.repository.find(id);
    if (entry) await this.acknowledgeIn({}, { deviceName: entry.deviceName, id }, recipient);
  }

  /** Closes entries and upserts others, in the caller's transaction; returns the ids of the new entries. */
  write(closed: ClosedEntry[], added: AlertLogDocument[], session: ClientSession): Promise<Set<string>> {
    return this.repository.write(closed, added, session);
  }

  /** When each of these entries fired, in the caller's transaction. */
  firedAt(ids: string[], session: ClientSession): Promise<Map<string, Date>> {
    return this.repository.firedAt(ids, session);
  }

  /** Closes the open entry of an alert, in the caller's transaction; false if there is none. */
  closeOf(alertId: string, endCause: EndCause, session: ClientSession): Promise<boolean> {
    return this.repository.closeOf(alertId, { at: new Date(), endCause }, session);
  }

  /** Deletes the open entries of a deleted device, in the caller's transaction. */
  removeOpenOf(gone: { deviceName: string; version: number }, session: ClientSession): Promise<void> {
    return this.repository.removeOpenOf(gone, session);
  }

  /** Deletes the entries, notices and snoozes of deleted devices. */
  async removeOf(gone: { deviceName: string; version: number }[]): Promise<void> {
    await this.repository.removeOf(gone);
    await this.notices.removeOf(gone);
  }

  /** Piece by piece, so that no single query reads and changes any number of entries. */
  private async acknowledgeIn(scope: DeviceScope, which: Acknowledgement, by: string): Promise<Acknowledged> {
    let acknowledged = 0;
    for (;;) {
      const most = ACKNOWLEDGED_AT_ONCE;
      const { count, entries } = await this.repository.acknowledge(scope, which, { by, most });
      for (const { _id, alertId, deviceName } of entries) {
        this.live.publish({ entryId: _id, alertId: alertId ?? null, deviceName }, 'acknowledged');
      }
      acknowledged += count;
      if (entries.length < most) return { acknowledged };
      if ((timeLeftMs() ?? Infinity) < TIME_FOR_MORE_MS) return { acknowledged, more: true };
    }
  }

  /** The devices that an actor sees at present, and those whose aliases match a search. */
  private reachOf(actor: Actor, q: string | undefined): { scope: DeviceScope; withAlias: string[] } {
    return { scope: this.devices.scopeOf(actor), withAlias: q ? this.devices.withAlias(q) : [] };
  }

  private async pageOf(page: { rows: AlertLogDocument[]; totalCount: number }): Promise<EntriesPage> {
    return { alertLogs: await this.shown(page.rows), pagination: { totalCount: page.totalCount } };
  }

  private async shown(rows: AlertLogDocument[]): Promise<AlertLogEntry[]> {
    const open = rows.filter(({ clearedAt }) => clearedAt === null);
    const [told, snoozes] = await Promise.all([
      this.notices.outcomesOf(rows.map(({ _id }) => _id)),
      this.snoozes.of(open.map(snoozedAs), Date.now()),
    ]);
    return rows.map((entry) => {
      const snooze = entry.clearedAt === null ? snoozes.get(snoozedAs(entry)) : undefined;
      return asEntry(entry, told.get(entry._id)!, snooze);
    });
  }
}
