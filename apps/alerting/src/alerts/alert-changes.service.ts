import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AlertChange } from '@telemon/contracts/alerting/alert-changes';
import type { EndCause } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { isDeepStrictEqual } from 'node:util';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { DeviceStatus } from '../alert-log/device-status.ts';
import { LiveAlerts } from '../delivery/live-alerts.ts';
import { RuleChanges } from '../rules/rule-changes.ts';
import { stateAnew, stateAsBefore } from '../rules/rule-document.ts';
import { DeviceLookup } from '../scope/device-lookup.ts';
import { setPointsOf } from '../evaluation/condition.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { DEVICE_STAYS, deviceStays } from './alerts.errors.ts';
import { type AlertDocument, AlertsRepository } from './alerts.repository.ts';
import { AlertsService } from './alerts.service.ts';
import { changeableBy } from './changeable-alert.ts';
import { recipientsIn } from './recipients.ts';
import { termsIn } from './requested-terms.ts';

/** The fields that a change writes into an alert. */
interface FieldChange {
  fields: Partial<AlertDocument>;
  /** Why the open entry ends where readings decide anew from then on; null: they decide as before. */
  endCause: EndCause | null;
}

/**
 * Edits, pauses and resumes alerts. A change increments the alert's revision, like each change of its state by a reading: of the two
 * that happen at the same moment, the second one is decided again with the alert as the first one left it.
 */
@Injectable()
export class AlertChanges {
  constructor(
    private readonly repository: AlertsRepository,
    private readonly alerts: AlertsService,
    private readonly facts: FactOutbox,
    private readonly alertLog: AlertLogService,
    private readonly status: DeviceStatus,
    private readonly devices: KnownDevices,
    private readonly lookup: DeviceLookup,
    private readonly live: LiveAlerts,
    private readonly changes: RuleChanges,
    private readonly outbound: OutboundAddresses,
  ) {}

  /** Changes an alert. If what it compares changes, its open entry is closed, and it is compared anew from the next reading on. */
  async update(actor: Actor, { id, ...request }: AlertChange): Promise<Alert> {
    const scope = this.devices.scopeOf(actor);
    const before = changeableBy(actor, await this.repository.inScope(id, scope));
    if (request.deviceName !== before.deviceName) {
      throw deviceStays(undefined, { fields: { deviceName: DEVICE_STAYS } });
    }
    // A sensor that stays need not be there at present.
    const { sensorId, sensorName } =
      request.sensorId === before.sensorId ? before : await this.lookup.findSensor(actor, request);
    const fields = {
      sensorId,
      sensorName,
      ...termsIn(request),
      ...recipientsIn(request, this.outbound),
    };
    return this.change(actor, id, (alert) => ({
      fields,
      endCause: isDeepStrictEqual(comparedBy(fields), comparedBy(alert)) ? null : 'alert-edited',
    }));
  }

  /** Pauses an alert, which closes its open entry, or resumes it. Idempotent. */
  setPaused(actor: Actor, id: string, isPaused: boolean): Promise<Alert> {
    return this.change(actor, id, (alert) =>
      (alert.isPaused === true) === isPaused ? null : { fields: { isPaused }, endCause: 'alert-paused' },
    );
  }

  /** @param changeOf The change of the alert as it is in the transaction; null: none */
  private async change(
    actor: Actor,
    id: string,
    changeOf: (alert: AlertDocument) => FieldChange | null,
  ): Promise<Alert> {
    const scope = this.devices.scopeOf(actor);
    const { deviceName, closedEntryId } = await this.facts.commit(async (session, publish) => {
      const alert = changeableBy(actor, await this.repository.inScope(id, scope, session));
      const { deviceName: name, state } = alert;
      const change = changeOf(alert);
      if (change === null) return { deviceName: name, closedEntryId: null };
      const { fields, endCause } = change;
      const next = endCause === null ? stateAsBefore(state) : stateAnew(state, new Date());
      const step = { id, from: state.revision, next: { ...fields, state: next } };
      await this.repository.advance([step], session);
      await publish({ kind: 'alert', key: id, state: { id, deviceName: name } });
      const isClosed = endCause !== null && (await this.alertLog.closeOf(id, endCause, session));
      if (isClosed) await this.status.publish([name], session, publish);
      return { deviceName: name, closedEntryId: isClosed ? state.openEntryId : null };
    });
    this.changes.publish({ kind: 'alert', id });
    if (closedEntryId !== null) {
      this.live.publish({ entryId: closedEntryId, alertId: id, deviceName }, 'cleared');
    }
    return this.alerts.get(actor, id);
  }
}

/** The fields that decide how readings are compared; two thresholds may be in either order. */
const comparedBy = ({
  sensorId,
  valueType,
  alertType,
  values,
  timePeriod = null,
  holdFor = 0,
  clearAt,
}: Pick<
  AlertDocument,
  'sensorId' | 'valueType' | 'alertType' | 'values' | 'timePeriod' | 'holdFor' | 'clearAt'
>) => ({
  sensorId,
  valueType,
  alertType,
  values: setPointsOf(values),
  timePeriod,
  holdFor,
  clearAt: setPointsOf(clearAt ?? values),
});
