import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Event, NewEvent } from '@telemon/contracts/alerting/events';
import type { ReportedOccurrence, periodLog } from '@telemon/contracts/alerting/period-log';
import type { AnswerOf } from '@telemon/contracts/call';
import { FactOutbox } from '@telemon/platform/facts/fact-outbox';
import { Mongo } from '@telemon/platform/mongo';
import { CONFIG } from '@telemon/platform/platform.module';
import { type ClientSession, ObjectId } from 'mongodb';
import type { AlertingVariables } from '../config.ts';
import { mayChange } from '../rules/may-change.ts';
import { type GoneDevice, Leftovers } from '../rules/leftovers.ts';
import { type AskedStep, readStep } from '../rules/period-steps.ts';
import { RuleChanges } from '../rules/rule-changes.ts';
import { firstState } from '../rules/rule-document.ts';
import type { RuleStep } from '../rules/rule-repository.ts';
import { DeviceLookup } from '../scope/device-lookup.ts';
import { KnownDevices } from '../scope/known-devices.ts';
import { eventNotFound, notYourEvent, tooManyEvents } from './events.errors.ts';
import { type EventDocument, type EventsQuery, EventsRepository } from './events.repository.ts';
import { type OccurrenceDocument, OccurrencesRepository } from './occurrences.repository.ts';

export interface EventsPage {
  events: Event[];
  pagination: { totalCount: number };
}

/** Next states of events, and the occurrences that they begin or end in the event log. */
interface Recording {
  steps: RuleStep<EventDocument>[];
  ended: { id: string; at: Date }[];
  occurred: OccurrenceDocument[];
}

@Injectable()
export class EventsService {
  /** Deleted devices whose events could not be removed. */
  readonly leftovers = new Leftovers();

  constructor(
    private readonly repository: EventsRepository,
    private readonly occurrences: OccurrencesRepository,
    private readonly mongo: Mongo,
    private readonly facts: FactOutbox,
    private readonly devices: KnownDevices,
    private readonly lookup: DeviceLookup,
    private readonly changes: RuleChanges,
    @Inject(CONFIG) private readonly config: Pick<AlertingVariables, 'EVENTS_PER_DEVICE'>,
  ) {}

  async create(actor: Actor, request: NewEvent): Promise<Event> {
    const { deviceName } = request;
    const sensor = await this.lookup.findSensor(actor, request);
    const createdAt = new Date();
    const event: EventDocument = {
      _id: new ObjectId().toHexString(),
      ...sensor,
      valueType: request.valueType,
      eventType: request.eventType,
      setPoint: request.setPoint,
      lastOccurredAt: null,
      createdBy: actor.id,
      createdAt,
      state: firstState(createdAt),
    };
    await this.facts.commit(async (session, publish) => {
      await this.repository.insert(event, session);
      await publish({ kind: 'event', key: event._id, state: { id: event._id, deviceName } });
      await this.refuseBeyondLimit(deviceName, session);
    });
    const goneVersion = this.devices.goneVersionOf(deviceName);
    await this.leftovers.refuseIfGone(event, goneVersion, (gone) => this.removeOf(gone));
    this.changes.publish({ kind: 'event', id: event._id });
    return this.shown(actor, event);
  }

  async list(actor: Actor, query: EventsQuery): Promise<EventsPage> {
    const withAlias = query.q ? this.devices.withAlias(query.q) : [];
    return this.pageOf(actor, await this.repository.page(this.devices.scopeOf(actor), query, { withAlias }));
  }

  async ofDevice(actor: Actor, deviceName: string, query: EventsQuery): Promise<EventsPage> {
    await this.lookup.find(actor, deviceName);
    return this.pageOf(actor, await this.repository.page(this.devices.scopeOf(actor), query, { deviceName }));
  }

  /** A step through the occurrences that lasted at some time of a period, in the actor's scope at present. */
  async ofPeriod(actor: Actor, asked: AskedStep): Promise<AnswerOf<typeof periodLog.occurrences>> {
    const devices = this.devices.printOf(actor);
    const { rows, next } = await readStep(this.occurrences, {
      scope: this.devices.scopeOf(actor),
      asked,
      beginningOf: ({ occurredAt }) => occurredAt,
    });
    return { occurrences: rows.map((row) => this.reported(row)), next, devices };
  }

  /** Deletes an event and ends its occurrence; its occurrences stay in the event log. */
  async remove(actor: Actor, id: string): Promise<null> {
    const scope = this.devices.scopeOf(actor);
    await this.facts.commit(async (session, publish) => {
      const found = await this.repository.inScope(id, scope, session);
      if (!found) throw eventNotFound();
      if (!mayChange(actor, found)) throw notYourEvent();
      await this.repository.remove(id, session);
      await publish({ kind: 'event', key: id, state: null });
      await this.occurrences.endOf(id, new Date(), session);
    });
    this.changes.publish({ kind: 'event', id });
    return null;
  }

  /** Removes the events of deleted devices with their occurrences. Idempotent. */
  async removeOf(gone: GoneDevice[]): Promise<void> {
    const names = new Set(await this.repository.devicesWithRules(gone.map(({ deviceName }) => deviceName)));
    for (const device of gone.filter(({ deviceName }) => names.has(deviceName))) {
      const ids = await this.facts.commit(async (session, publish) => {
        const removed = await this.repository.removeOf(device, session);
        await publish(...removed.map((key) => ({ kind: 'event' as const, key, state: null })));
        return removed;
      });
      for (const id of ids) this.changes.publish({ kind: 'event', id });
    }
    await this.occurrences.removeOf(gone);
  }

  /** Every event, or the events with these ids. */
  all(ids?: string[]): AsyncIterable<EventDocument> {
    return this.repository.all(ids);
  }

  /**
   * Sets events to their next state and writes the event log, in one transaction; returns how many occurrences are new.
   * @throws RevisionConflict if another process changed one of the events first
   */
  async record({ steps, ended, occurred }: Recording): Promise<number> {
    const added = await this.mongo.transaction(async (session) => {
      await this.repository.advance(steps, session);
      return this.occurrences.write(ended, occurred, session);
    });
    return added.size;
  }

  /** Refuses the event that a transaction has added to a device, if it is one too many. */
  private async refuseBeyondLimit(deviceName: string, session: ClientSession): Promise<void> {
    const { EVENTS_PER_DEVICE: most } = this.config;
    const goneVersion = this.devices.goneVersionOf(deviceName);
    const count = await this.repository.countAfterAddition(deviceName, goneVersion, session);
    if (count > most) throw tooManyEvents({ most });
  }

  private pageOf(
    actor: Actor,
    { rows, totalCount }: { rows: EventDocument[]; totalCount: number },
  ): EventsPage {
    return { events: rows.map((event) => this.shown(actor, event)), pagination: { totalCount } };
  }

  private reported({
    _id: id,
    deviceName,
    occurredAt,
    endedAt,
    ...row
  }: OccurrenceDocument): ReportedOccurrence {
    const { sensorName, valueType, eventType, setPoint, value } = row;
    return {
      id,
      deviceName,
      deviceAlias: this.devices.namingOf(deviceName).deviceAlias,
      sensorName,
      valueType,
      eventType,
      setPoint,
      value,
      occurredAt: occurredAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
    };
  }

  private shown(actor: Actor, event: EventDocument): Event {
    return {
      id: event._id,
      deviceName: event.deviceName,
      sensorId: event.sensorId,
      sensorName: this.devices.sensorNameOf(event),
      valueType: event.valueType,
      eventType: event.eventType,
      setPoint: event.setPoint,
      occurring: event.state.openEntryId !== null,
      lastOccurredAt: event.lastOccurredAt?.toISOString() ?? null,
      mayDelete: mayChange(actor, event),
      createdAt: event.createdAt.toISOString(),
    };
  }
}
