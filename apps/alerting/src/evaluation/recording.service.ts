import { Injectable } from '@nestjs/common';
import { EventsService } from '../events/events.service.ts';
import type { OccurrenceDocument } from '../events/occurrences.repository.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import type { Change, Firing } from './change.ts';
import { occurrences } from './evaluation.metrics.ts';
import type { EventRule } from './rule.ts';

/** Writes changes of events: in one transaction the events' states and the event log. Events send no notices. */
@Injectable()
export class RecordingService {
  constructor(
    private readonly events: EventsService,
    private readonly devices: KnownDevices,
  ) {}

  /** @throws RevisionConflict; then none of the changes is written. */
  async write(changes: Change<EventRule>[]): Promise<void> {
    const added = await this.events.record({
      steps: changes.map(stepOf),
      ended: changes.flatMap(({ closed }) =>
        closed ? [{ id: closed.entryId, at: new Date(closed.at) }] : [],
      ),
      occurred: changes.flatMap(({ rule, firings }) =>
        [...firings.values()].map((firing) => this.occurrenceOf(rule, firing)),
      ),
    });
    occurrences.inc(added);
  }

  private occurrenceOf(
    { document: event }: EventRule,
    // An occurrence always begins with a reading.
    { entryId, at, reading, value, clearedAt }: Firing,
  ): OccurrenceDocument {
    const { deviceName, sensorId } = event;
    return {
      _id: entryId,
      eventId: event._id,
      deviceName,
      deviceVersion: event.deviceVersion,
      sensorId,
      sensorName: this.devices.sensorNameOf(event),
      valueType: event.valueType,
      eventType: event.eventType,
      setPoint: event.setPoint,
      value: value!,
      readingId: reading!.id,
      occurredAt: new Date(at),
      ...(clearedAt === null && { isOpen: true as const }),
      endedAt: clearedAt === null ? null : new Date(clearedAt),
    };
  }
}

const stepOf = ({ rule, fromRevision, to, firings }: Change<EventRule>) => {
  const newest = [...firings.values()].at(-1);
  return {
    id: rule.document._id,
    from: fromRevision,
    next: { state: to, ...(newest && { lastOccurredAt: new Date(newest.at) }) },
  };
};
