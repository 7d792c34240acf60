import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import { type Alert, alerts as alertCalls } from '@telemon/contracts/alerting/alerts';
import type { Judgement, alertTraces } from '@telemon/contracts/alerting/traces';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { AlertLogService } from '../alert-log/alert-log.service.ts';
import { AlertsService } from '../alerts/alerts.service.ts';
import { conditionOf, placeOf } from '../evaluation/condition.ts';

type TracedReadings = RequestOf<typeof alertTraces.ofReadings>;

const ALL_OF_DEVICE = alertCalls.list.request.parse({ limit: 100 });

/** Tells which alerts hold for some readings, as the alerts are now, and which entries began with them. */
@Injectable()
export class TracesService {
  constructor(
    private readonly alerts: AlertsService,
    private readonly alertLog: AlertLogService,
  ) {}

  async ofReadings(
    actor: Actor,
    { deviceName, readings }: TracedReadings,
  ): Promise<AnswerOf<typeof alertTraces.ofReadings>> {
    const [{ alerts }, entries] = await Promise.all([
      this.alerts.ofDevice(actor, deviceName, ALL_OF_DEVICE),
      this.alertLog.begunBy(actor, deviceName, readings),
    ]);
    return {
      judgements: readings.flatMap((reading) => alerts.flatMap((alert) => judged(alert, reading))),
      entries,
    };
  }

  ofEntry(actor: Actor, id: string): Promise<AnswerOf<typeof alertTraces.ofEntry>> {
    return this.alertLog.causeOf(actor, id);
  }
}

/** None, if the reading has no value for the alert. */
const judged = (
  { id, sensorId, sensorName, valueType, alertType, criteria, paused }: Alert,
  reading: TracedReadings['readings'][number],
): Judgement[] => {
  const { field, index } = placeOf(valueType, sensorId);
  const value = reading[field][index] ?? null;
  if (value === null) return [];
  const alert = { id, sensorName, valueType, alertType, criteria, paused };
  return [{ readingId: reading.id, alert, value, meets: conditionOf(alertType, criteria.values)(value) }];
};
