import { Inject, Injectable } from '@nestjs/common';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { CONFIG } from '@telemon/platform/platform.module';
import type { ClientSession } from 'mongodb';
import type { ClosedEntry } from '../alert-log/alert-log.repository.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { DeviceStatus } from '../alert-log/device-status.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import type { AlertingVariables } from '../config.ts';
import { LiveAlerts } from '../delivery/live-alerts.ts';
import { NoticesService } from '../delivery/notices.service.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { SilencesService } from '../silences/silences.service.ts';
import { announcementOf } from './announcements.ts';
import { type Change, type Clearing, type Firing, deviceNameOf } from './change.ts';
import { type Entry, entryOf, entryOfSilence } from './entry.ts';
import { clearings, decidedAfter, firings } from './evaluation.metrics.ts';
import { HELD_FLAPPING, backToNormal, flappingAnnouncement } from './incident-notices.ts';
import type { AlertRule } from './rule.ts';
import type { SilenceWatch } from './silence-watch.ts';
import { stepOf as silenceOf } from './watchdog.ts';

type FiringChange = Change<AlertRule> | Change<SilenceWatch>;

/** Writes changes of alerts and silences: in one transaction their states, the log, the notices and the devices' status. */
@Injectable()
export class FiringService {
  constructor(
    private readonly facts: FactOutbox,
    private readonly alerts: AlertsService,
    private readonly silences: SilencesService,
    private readonly alertLog: AlertLogService,
    private readonly status: DeviceStatus,
    private readonly notices: NoticesService,
    private readonly live: LiveAlerts,
    private readonly devices: KnownDevices,
    @Inject(CONFIG) private readonly config: AlertingVariables,
  ) {}

  /** @throws RevisionConflict; then none of the changes is written. */
  async write({
    alerts = [],
    silences = [],
  }: {
    alerts?: Change<AlertRule>[];
    silences?: Change<SilenceWatch>[];
  }): Promise<void> {
    const changes: FiringChange[] = [...alerts, ...silences];
    const fired = changes.flatMap(({ rule, firings: all }) =>
      [...all.values()].map((firing) => ({ firing, entry: this.entryOf(rule, firing) })),
    );
    const closed = changes.flatMap((change) => (change.closed ? [closedEntry(change.closed)] : []));
    const { isNew, announced } = await this.facts.commit(async (session, publish) => {
      if (alerts.length > 0) await this.alerts.advance(alerts.map(stepOf), session);
      if (silences.length > 0) await this.silences.write(silences.map(stepOfSilence), session);
      const added = await this.alertLog.write(
        closed,
        fired.map(({ entry }) => entry),
        session,
      );
      const announcements = fired
        .filter(({ entry }) => added.has(entry._id))
        .map(({ entry, firing }) => this.announcementOf(entry, firing));
      const first = await this.notices.announce([...announcements, ...this.ofFlapping(alerts)], session);
      // After the first notices, because their recipients get the follow-ups.
      const next = await this.notices.follow(await this.backToNormal(alerts, session), session);
      await this.status.publish(
        changes.filter(isOfEntry).map(({ rule }) => deviceNameOf(rule)),
        session,
        publish,
      );
      return { isNew: added, announced: [...first, ...next] };
    });
    for (const { rule } of silences) rule.isStored = true;
    this.notices.send(announced);
    const now = Date.now();
    for (const { entry, firing } of fired) {
      if (isNew.has(entry._id)) {
        firings.inc();
        if (firing.reading) decidedAfter.observe((now - firing.at) / 1_000);
      }
    }
    this.tellLive(changes);
  }

  private announcementOf(entry: Entry, { reading, at, heldSince, isFlapping }: Firing) {
    const naming = this.devices.namingOf(entry.deviceName);
    const timestamp = reading?.timestamp ?? at;
    const announcement = announcementOf(
      entry,
      timestamp,
      naming,
      this.config.TIMEZONE,
      heldSince ?? timestamp,
    );
    return isFlapping ? { ...announcement, heldBecause: HELD_FLAPPING } : announcement;
  }

  private ofFlapping(alerts: Change<AlertRule>[]) {
    return alerts.flatMap(({ rule, flapping }) =>
      flapping.map((notice) => flappingAnnouncement(this.contextOf(rule), notice)),
    );
  }

  /** The notices "back to normal" of the alerts that want them. */
  private async backToNormal(alerts: Change<AlertRule>[], session: ClientSession) {
    const cleared = alerts
      .filter(({ rule }) => rule.document.notifyCleared)
      .flatMap((change) => clearingsOf(change).map((clearing) => ({ rule: change.rule, clearing })));
    const firedAt = await this.alertLog.firedAt(
      cleared.map(({ clearing }) => clearing.entryId),
      session,
    );
    return cleared.flatMap(({ rule, clearing }) => {
      const fired = firedAt.get(clearing.entryId);
      return fired && clearing.reading ? [backToNormal(this.contextOf(rule), clearing, fired)] : [];
    });
  }

  private contextOf(rule: AlertRule) {
    return { rule, naming: this.devices.namingOf(deviceNameOf(rule)), zone: this.config.TIMEZONE };
  }

  private tellLive(changes: FiringChange[]): void {
    for (const { rule, closed, firings: all } of changes) {
      const alertId = rule.kind === 'silence' ? null : rule.document._id;
      const deviceName = deviceNameOf(rule);
      const publish = (entryId: string, change: 'fired' | 'cleared') =>
        this.live.publish({ entryId, alertId, deviceName }, change);
      if (closed) publish(closed.entryId, 'cleared');
      for (const { entryId, clearedAt } of all.values()) {
        publish(entryId, 'fired');
        if (clearedAt !== null) publish(entryId, 'cleared');
      }
      const cleared = [...all.values()].filter(({ clearedAt }) => clearedAt !== null).length;
      clearings.inc(cleared + (closed ? 1 : 0));
    }
  }

  private entryOf(rule: AlertRule | SilenceWatch, firing: Firing): Entry {
    const naming = this.devices.namingOf(deviceNameOf(rule));
    const { TIMEZONE } = this.config;
    return rule.kind === 'silence'
      ? entryOfSilence(rule, firing, naming, TIMEZONE)
      : entryOf(rule, firing, naming, TIMEZONE);
  }
}

/** How a batch closed entries of a rule. */
const clearingsOf = ({ closed, firings: all }: FiringChange): Clearing[] =>
  [closed, ...[...all.values()].map(({ clearing }) => clearing)].filter((clearing) => clearing !== null);

const closedEntry = ({ entryId, at, reading, endCause }: Clearing): ClosedEntry => ({
  id: entryId,
  at: new Date(at),
  ...(reading && { value: reading.value }),
  ...(endCause && { endCause }),
});

/** Whether a change opened or closed an entry. */
const isOfEntry = ({ closed, firings: all }: FiringChange): boolean => closed !== null || all.size > 0;

const stepOfSilence = ({ rule, fromRevision, to }: Change<SilenceWatch>) => ({
  ...silenceOf(rule),
  from: fromRevision,
  state: to,
});

const stepOf = ({ rule, fromRevision, to }: Change<AlertRule>) => ({
  id: rule.document._id,
  from: fromRevision,
  next: { state: to },
});
