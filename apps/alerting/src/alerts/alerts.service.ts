import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Alert, NewAlert } from '@telemon/contracts/alerting/alerts';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { CONFIG } from '@telemon/platform/platform.module';
import { type ClientSession, ObjectId } from 'mongodb';
import type { EntryOfAlert } from '../alert-log/alert-log.repository.ts';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { DeviceStatus } from '../alert-log/device-status.ts';
import type { AlertingVariables } from '../config.ts';
import { LiveAlerts } from '../delivery/live-alerts.ts';
import type { Snooze } from '../delivery/snoozes.repository.ts';
import { Snoozes } from '../delivery/snoozes.ts';
import { type GoneDevice, Leftovers } from '../rules/leftovers.ts';
import { RuleChanges } from '../rules/rule-changes.ts';
import { firstState } from '../rules/rule-document.ts';
import type { RuleStep } from '../rules/rule-repository.ts';
import { DeviceLookup } from '../scope/device-lookup.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { asAlert } from './alert-row.ts';
import { alertNotFound, tooManyAlerts } from './alerts.errors.ts';
import {
  type AlertDocument,
  type AlertsQuery,
  AlertsRepository,
  type MovedState,
} from './alerts.repository.ts';
import { changeableBy } from './changeable-alert.ts';
import { recipientsIn } from './recipients.ts';
import { termsIn } from './requested-terms.ts';

export interface AlertsPage {
  alerts: Alert[];
  pagination: { totalCount: number };
}

@Injectable()
export class AlertsService {
  /** Deleted devices whose alerts could not be removed. */
  readonly leftovers = new Leftovers();

  constructor(
    private readonly repository: AlertsRepository,
    private readonly facts: FactOutbox,
    private readonly alertLog: AlertLogService,
    private readonly status: DeviceStatus,
    private readonly devices: KnownDevices,
    private readonly lookup: DeviceLookup,
    private readonly live: LiveAlerts,
    private readonly changes: RuleChanges,
    private readonly outbound: OutboundAddresses,
    private readonly snoozes: Snoozes,
    @Inject(CONFIG) private readonly config: Pick<AlertingVariables, 'ALERTS_PER_DEVICE'>,
  ) {}

  async create(actor: Actor, request: NewAlert): Promise<Alert> {
    const { deviceName } = request;
    const sensor = await this.lookup.findSensor(actor, request);
    const recipients = recipientsIn(request, this.outbound);
    const createdAt = new Date();
    const alert: AlertDocument = {
      _id: new ObjectId().toHexString(),
      ...sensor,
      ...termsIn(request),
      ...recipients,
      createdBy: actor.id,
      createdAt,
      state: firstState(createdAt),
    };
    await this.facts.commit(async (session, publish) => {
      await this.repository.insert(alert, session);
      await publish({ kind: 'alert', key: alert._id, state: { id: alert._id, deviceName } });
      await this.refuseBeyondLimit(deviceName, session);
    });
    const goneVersion = this.devices.goneVersionOf(deviceName);
    await this.leftovers.refuseIfGone(alert, goneVersion, (gone) => this.removeOf(gone));
    this.changed(alert._id);
    return this.shown(actor, alert);
  }

  async get(actor: Actor, id: string): Promise<Alert> {
    const found = await this.repository.inScope(id, this.devices.scopeOf(actor));
    if (!found) throw alertNotFound();
    const [alert] = (await this.pageOf(actor, { rows: [found], totalCount: 1 })).alerts;
    return alert!;
  }

  async list(actor: Actor, query: AlertsQuery): Promise<AlertsPage> {
    const withAlias = query.q ? this.devices.withAlias(query.q) : [];
    return this.pageOf(actor, await this.repository.page(this.devices.scopeOf(actor), query, { withAlias }));
  }

  async ofDevice(actor: Actor, deviceName: string, query: AlertsQuery): Promise<AlertsPage> {
    await this.lookup.find(actor, deviceName);
    return this.pageOf(actor, await this.repository.page(this.devices.scopeOf(actor), query, { deviceName }));
  }

  async remove(actor: Actor, id: string): Promise<null> {
    const scope = this.devices.scopeOf(actor);
    const { alert, wasFiring } = await this.facts.commit(async (session, publish) => {
      const found = changeableBy(actor, await this.repository.inScope(id, scope, session));
      await this.repository.remove(id, session);
      await publish({ kind: 'alert', key: id, state: null });
      const isClosed = await this.alertLog.closeOf(id, 'alert-deleted', session);
      if (isClosed) await this.status.publish([found.deviceName], session, publish);
      return { alert: found, wasFiring: isClosed };
    });
    this.changed(id);
    const entryId = alert.state.openEntryId;
    if (wasFiring && entryId !== null) {
      this.live.publish({ entryId, alertId: id, deviceName: alert.deviceName }, 'cleared');
    }
    return null;
  }

  /** Removes the alerts of deleted devices with their log entries and notices. Idempotent. */
  async removeOf(gone: GoneDevice[]): Promise<void> {
    const withAlerts = new Set(
      await this.repository.devicesWithRules(gone.map(({ deviceName }) => deviceName)),
    );
    for (const device of gone.filter(({ deviceName }) => withAlerts.has(deviceName))) {
      const ids = await this.facts.commit(async (session, publish) => {
        const removed = await this.repository.removeOf(device, session);
        if (removed.length === 0) return removed;
        await publish(...removed.map((key) => ({ kind: 'alert' as const, key, state: null })));
        // In the same transaction, because a retry would find no alerts and publish nothing. A new device of this name
        // must not start as firing.
        await this.alertLog.removeOpenOf(device, session);
        await this.status.publish([device.deviceName], session, publish);
        return removed;
      });
      for (const id of ids) this.changed(id);
    }
    await this.alertLog.removeOf(gone);
  }

  /** Every alert that is not paused, or those of them with these ids. */
  all(ids?: string[]): AsyncIterable<AlertDocument> {
    return this.repository.all(ids);
  }

  /** Stores what readings moved in the states of alerts; false if another process changed or deleted one of them. */
  keep(moved: MovedState[]): Promise<boolean> {
    return this.repository.keep(moved);
  }

  /** Sets alerts to their next state, in the caller's transaction. @throws RevisionConflict if another process changed one first. */
  advance(steps: RuleStep<AlertDocument>[], session: ClientSession): Promise<void> {
    return this.repository.advance(steps, session);
  }

  /** Refuses the alert that a transaction has added to a device, if it is one too many. */
  private async refuseBeyondLimit(deviceName: string, session: ClientSession): Promise<void> {
    const { ALERTS_PER_DEVICE: most } = this.config;
    const goneVersion = this.devices.goneVersionOf(deviceName);
    const count = await this.repository.countAfterAddition(deviceName, goneVersion, session);
    if (count > most) throw tooManyAlerts({ most });
  }

  private changed(id: string): void {
    this.changes.publish({ kind: 'alert', id });
  }

  private async pageOf(
    actor: Actor,
    page: { rows: AlertDocument[]; totalCount: number },
  ): Promise<AlertsPage> {
    const ids = page.rows.flatMap(({ state: { openEntryId } }) => openEntryId ?? []);
    const [entries, snoozes] = await Promise.all([
      this.alertLog.withIds(ids),
      this.snoozes.of(
        page.rows.map(({ _id }) => _id),
        Date.now(),
      ),
    ]);
    const alerts = page.rows.map((alert) =>
      this.shown(actor, alert, entries.get(alert.state.openEntryId ?? ''), snoozes.get(alert._id)),
    );
    return { alerts, pagination: { totalCount: page.totalCount } };
  }

  private shown(actor: Actor, alert: AlertDocument, open?: EntryOfAlert, snooze?: Snooze): Alert {
    return asAlert(alert, actor, this.devices.sensorNameOf(alert), open, snooze);
  }
}
