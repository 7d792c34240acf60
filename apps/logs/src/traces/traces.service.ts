import { Injectable } from '@nestjs/common';
import { type Actor, hasFlag } from '@telemon/contracts/actor';
import { alertTraces } from '@telemon/contracts/alerting/traces';
import { type TracedReading, readingTraces } from '@telemon/contracts/devices/traces';
import type { Trace, TraceGap } from '@telemon/contracts/logs/traces';
import { DomainError } from '@telemon/platform/errors';
import { Asker } from '@telemon/platform/messaging/asker';
import { type LogName, type Logged, arrivalIdIn, arrivalOf } from '../message-log/log-row.ts';
import { MessageLogService } from '../message-log/message-log.service.ts';
import { shownRow } from '../message-log/shown-row.ts';
import { messageNotFound } from './traces.errors.ts';

/** The readings of a message, and what is missing of them. */
interface Readings {
  readings: TracedReading[];
  isWhole: boolean;
  gap: TraceGap | null;
}

const NONE = { readings: [], isWhole: true };

/** Traces a message: a log has its payload, the devices service its readings, and alerting the entries that the readings caused. */
@Injectable()
export class TracesService {
  constructor(
    private readonly messageLog: MessageLogService,
    private readonly asker: Asker,
  ) {}

  /** @throws messageNotFound for a missing row, and for a row of a device that the actor may not see */
  async ofRow(actor: Actor, log: LogName, id: string): Promise<Trace> {
    const row = await this.messageLog.row(log, actor, id);
    if (!row) throw messageNotFound();
    return this.trace(actor, row.deviceName, { log, row }, await this.readingsOf(actor, { log, row }));
  }

  /** From an entry of the alert log back to the message of its reading. */
  async ofEntry(actor: Actor, id: string): Promise<Trace> {
    const { deviceName, readingId } = await this.asker.ask(alertTraces.ofEntry, { id }, { actor });
    if (readingId === null) return this.trace(actor, deviceName, null, { ...NONE, gap: 'cause' });
    const found = await this.unlessGone(
      this.asker.ask(readingTraces.ofReading, { deviceName, id: readingId }, { actor }),
    );
    if (found === null) return this.trace(actor, deviceName, null, { ...NONE, gap: 'device' });
    const { deviceKey, reading } = found;
    if (reading === null) return this.trace(actor, deviceName, null, { ...NONE, gap: 'reading' });
    const at = Date.parse(reading.stored!.receivedAt);
    const mayReadMqtt = hasFlag(actor, 'mqttAdmin');
    for (const log of mayReadMqtt ? (['mqtt', 'udp'] as const) : (['udp'] as const)) {
      for (const row of await this.messageLog.rowsAt(log, actor, { deviceKey, at })) {
        const readings = await this.readingsOf(actor, { log, row });
        if (readings.readings.some((each) => each.id === readingId))
          return this.trace(actor, deviceName, { log, row }, readings);
      }
    }
    const gap = mayReadMqtt ? 'message' : 'notAllowed';
    return this.trace(actor, deviceName, null, { readings: [reading], isWhole: true, gap });
  }

  private async readingsOf(actor: Actor, { log, row }: Logged): Promise<Readings> {
    const { deviceName, deviceKey, data, bytes } = row;
    if (deviceName === null || deviceKey === null) return { ...NONE, gap: 'device' };
    if (Buffer.byteLength(data) !== bytes) return { ...NONE, gap: 'cut' };
    const asked = {
      deviceName,
      deviceKey,
      source: log,
      receivedAt: arrivalOf(row).getTime(),
      arrivalId: arrivalIdIn(await this.messageLog.firstIdOf({ log, row })),
      payload: data,
    };
    const found = await this.unlessGone(this.asker.ask(readingTraces.ofMessage, asked, { actor }));
    return found === null ? { ...NONE, gap: 'device' } : { ...found, gap: null };
  }

  private async trace(
    actor: Actor,
    deviceName: string | null,
    found: Logged | null,
    readings: Readings,
  ): Promise<Trace> {
    const stored = readings.readings.flatMap(({ id, stored: values }) => (values ? [{ ...values, id }] : []));
    const caused =
      deviceName === null || stored.length === 0
        ? { judgements: [], entries: [] }
        : await this.asker.ask(alertTraces.ofReadings, { deviceName, readings: stored }, { actor });
    return { deviceName, message: found && messageOf(found, actor), ...readings, ...caused };
  }

  /** An answer; null if the device is deleted, or the actor may not see it. */
  private async unlessGone<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
    try {
      return await asking;
    } catch (error) {
      if (error instanceof DomainError && error.failure.kind === 'not-found') return null;
      throw error;
    }
  }
}

const messageOf = ({ log, row }: Logged, actor: Actor): Trace['message'] => {
  const { id, deviceName, topic, data, bytes, reason, count, timestamp } = shownRow(row, actor);
  return { log, id, deviceName, topic, data, bytes, reason, count, timestamp };
};
