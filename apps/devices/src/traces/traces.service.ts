import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import { MOST_TRACED, type TracedReading, type readingTraces } from '@telemon/contracts/devices/traces';
import type { DeviceDocument } from '../devices/device-document.ts';
import { deviceNotFound } from '../devices/devices.errors.ts';
import { DevicesService } from '../devices/devices.service.ts';
import type { PastReading } from '../history/days-so-far.ts';
import { keptMark } from '../history/packed-readings.ts';
import { ReadingHistory } from '../history/reading-history.ts';
import { decode } from '../readings/decode.ts';
import { ReadingIds } from '../readings/reading-ids.ts';
import type { SentReading } from '../readings/sent-reading.ts';
import { ID_BYTES, keyOf, markIn, timeOf } from '../stored-readings/reading-id.ts';

/** Readings of one millisecond among which one is looked for. */
const MOST_OF_A_TIME = 100;

/** Finds the readings of a message without storing of which message they came: their ids follow from its content. */
@Injectable()
export class TracesService {
  constructor(
    private readonly devices: DevicesService,
    private readonly readingIds: ReadingIds,
    private readonly history: ReadingHistory,
  ) {}

  async ofMessage(
    actor: Actor,
    asked: RequestOf<typeof readingTraces.ofMessage>,
  ): Promise<AnswerOf<typeof readingTraces.ofMessage>> {
    const { deviceName, deviceKey, source, receivedAt, arrivalId, payload } = asked;
    const device = await this.devices.find(actor, deviceName);
    // A later device of the name has none of its readings.
    if (device.key !== deviceKey) throw deviceNotFound();
    const sent: SentReading[] = [];
    decode({ payload: Buffer.from(payload), source, deviceName }, (reading) => sent.push(reading));
    const shown = sent.slice(0, MOST_TRACED);
    const ids = await this.readingIds.idsOf({ key: deviceKey, receivedAt, arrivalId }, shown);
    const readings: TracedReading[] = [];
    for (const [index, { current }] of shown.entries()) {
      const id = ids[index]!;
      const found = await this.stored(device, id);
      const state = found === null ? 'absent' : found.receivedAt < receivedAt ? 'earlier' : 'stored';
      readings.push({ id: nameOf(id), sent: [...current], state, stored: found && valuesOf(found) });
    }
    return { readings, isWhole: shown.length === sent.length };
  }

  async ofReading(
    actor: Actor,
    { deviceName, id: name }: RequestOf<typeof readingTraces.ofReading>,
  ): Promise<AnswerOf<typeof readingTraces.ofReading>> {
    const device = await this.devices.find(actor, deviceName);
    const id = Buffer.from(name, 'base64url');
    const isOfDevice = id.length === ID_BYTES && keyOf(id) === device.key;
    const found = isOfDevice ? await this.stored(device, id) : null;
    const reading = found && { id: name, sent: null, state: 'stored' as const, stored: valuesOf(found) };
    return { deviceKey: device.key, reading };
  }

  private async stored(device: DeviceDocument, id: Buffer): Promise<PastReading | null> {
    const time = timeOf(id);
    const page = { offset: 0, limit: MOST_OF_A_TIME, direction: 1 } as const;
    const { rows } = await this.history.page(device, { from: time, to: time }, page);
    const mark = markIn(id);
    // Sealed readings have a part of their mark.
    return rows.find((row) => row.mark === mark || row.mark === keptMark(mark)) ?? null;
  }
}

/** The id as readings have it outside this service. */
const nameOf = (id: Buffer): string => id.toString('base64url');

const valuesOf = ({ timestamp, receivedAt, current, minimum, maximum, average }: PastReading) => ({
  timestamp: new Date(timestamp).toISOString(),
  receivedAt: new Date(receivedAt).toISOString(),
  current: [...current],
  minimum: [...minimum],
  maximum: [...maximum],
  average: [...average],
});
