import type { EndCause } from '@telemon/contracts/alerting/alert-log';
import type { AlertDocument, MovedState } from '../src/alerts/alerts.repository.ts';
import type { AlertsService } from '../src/alerts/alerts.service.ts';
import type { Change } from '../src/evaluation/change.ts';
import type { ChangeWriter } from '../src/evaluation/change-writer.ts';
import type { ClocksRepository } from '../src/evaluation/clocks.repository.ts';
import { Clocks } from '../src/evaluation/clocks.ts';
import { Decisions } from '../src/evaluation/decisions.ts';
import type { Heard } from '../src/evaluation/decode.ts';
import type { ClockState } from '../src/evaluation/partition-clock.ts';
import type { Partitions } from '../src/evaluation/partitions.ts';
import type { FlappingNotice } from '../src/evaluation/flapping.ts';
import { RuleBook } from '../src/evaluation/rule-book.ts';
import { Watchdog, stepOf } from '../src/evaluation/watchdog.ts';
import type { EventsService } from '../src/events/events.service.ts';
import type { RuleChanges } from '../src/rules/rule-changes.ts';
import { RevisionConflict } from '../src/rules/rule-repository.ts';
import type { KnownDevices } from '../src/scope/known-devices.ts';
import type { SilenceDocument, SilenceStep } from '../src/silences/silences.repository.ts';
import type { SilencesService } from '../src/silences/silences.service.ts';
import type { Stream } from './stream.ts';

/** An entry of the alert log, in milliseconds. */
export interface StoredEntry {
  id: string;
  of: string;
  at: number;
  clearedAt: number | null;
  /** Null while it is open, and where a reading ended it. */
  endCause: EndCause | null;
  value: number | null;
  silentSince: number | null;
}

/** A device, as the facts describe it. */
interface FactOfDevice {
  sensorNames?: (string | null)[];
  expectedInterval?: number | null;
}

/** Stands in for the stored data and the facts that every process finds when it starts. */
export class Stored {
  readonly alerts = new Map<string, AlertDocument>();
  readonly silences = new Map<string, SilenceDocument>();
  readonly entries = new Map<string, StoredEntry>();
  /** The notices that an alert flaps, in their order. */
  readonly flapping: FlappingNotice[] = [];
  private readonly quietOf = new Map<string, [fired: boolean, cleared: boolean]>();
  clocks = new Map<number, ClockState>();
  readonly devices = new Map<string, FactOfDevice>();
  /** How many of the next writes of decisions fail. */
  failures = 0;
  /** Called before each write of decisions, which waits for its promise. */
  beforeWrite: (changes: readonly Change[]) => Promise<void> = async () => undefined;
  /** Writes of times and arrivals so far. */
  writes = 0;
  readonly listeners: ((deviceName: string, device: unknown, version: number) => void)[] = [];

  /** A fact about a device; null: it was deleted. */
  tell(deviceName: string, device: FactOfDevice | null): void {
    if (device) this.devices.set(deviceName, device);
    else this.devices.delete(deviceName);
    for (const listener of this.listeners) listener(deviceName, device, 1);
  }

  /** For each entry, whether its alert flapped when it fired, and when it cleared. */
  get quiet(): [fired: boolean, cleared: boolean][] {
    return [...this.quietOf.values()];
  }

  entriesOf(of: string): StoredEntry[] {
    return [...this.entries.values()].filter((entry) => entry.of === of).sort((a, b) => a.at - b.at);
  }

  write(changes: Change[]): void {
    if (this.failures > 0) {
      this.failures--;
      throw new Error('the database is away');
    }
    for (const { rule, fromRevision } of changes)
      if (rule.kind !== 'silence') this.expectRevision(rule.document._id, fromRevision);
      else if ((this.silences.get(rule.deviceName)?.revision ?? 0) !== fromRevision)
        throw new RevisionConflict();
    for (const change of changes) this.apply(change);
  }

  keep(moved: MovedState[]): boolean {
    this.writes += moved.length;
    return moved.every(({ id, revision, state }) => {
      const alert = this.alerts.get(id)!;
      if (alert.state.revision !== revision) return false;
      alert.state = structuredClone({ ...alert.state, ...state });
      return true;
    });
  }

  keepSilences(steps: SilenceStep[]): void {
    this.writes += steps.length;
    for (const { deviceName, deviceVersion, from, state } of steps) {
      if ((this.silences.get(deviceName)?.revision ?? 0) !== from) throw new RevisionConflict();
      this.silences.set(deviceName, structuredClone({ _id: deviceName, deviceVersion, ...state }));
    }
  }

  private expectRevision(id: string, revision: number): void {
    if (this.alerts.get(id)?.state.revision !== revision) throw new RevisionConflict();
  }

  private apply({ rule, to, closed, firings, flapping }: Change): void {
    const of = rule.kind === 'silence' ? rule.deviceName : rule.document._id;
    this.flapping.push(...flapping);
    for (const [id, { isFlapping, clearing }] of firings)
      this.quietOf.set(id, [isFlapping, clearing?.isFlapping === true]);
    if (closed) this.quietOf.get(closed.entryId)![1] = closed.isFlapping;
    if (closed) {
      const { at: clearedAt, endCause } = closed;
      Object.assign(this.entries.get(closed.entryId)!, { clearedAt, endCause });
    }
    for (const [id, { at, clearedAt, clearing, value, silentSince }] of firings) {
      const endCause = clearing?.endCause ?? null;
      if (!this.entries.has(id))
        this.entries.set(id, { id, of, at, clearedAt, endCause, value, silentSince });
    }
    if (rule.kind !== 'silence') this.alerts.get(of)!.state = structuredClone(to) as AlertDocument['state'];
    else {
      const { deviceVersion } = stepOf(rule);
      this.silences.set(of, structuredClone({ _id: of, deviceVersion, ...to }) as SilenceDocument);
      rule.isStored = true;
    }
  }
}

const rowsOf = async function* <Row>(rows: Map<string, Row>, ids?: string[]): AsyncIterable<Row> {
  for (const [id, row] of rows) if (!ids || ids.includes(id)) yield structuredClone(row);
};

/** A process that owns a partition, or believes so; its memory holds only stored data. */
export class Owner {
  private readonly decisions: Decisions;

  /** @param mostChanges How often an alert may fire or clear before it flaps */
  constructor(stored: Stored, mostChanges = 5) {
    const known = {
      get: (deviceName: string) => {
        const device = stored.devices.get(deviceName);
        return (
          device && { sensorNames: ['Temperature', null, null, null], expectedInterval: null, ...device }
        );
      },
      onChange: (listener: Stored['listeners'][number]) => stored.listeners.push(listener),
      versionOf: () => 1,
      goneVersionOf: () => 0,
    } as unknown as KnownDevices;
    const partitions = { of: () => 0 } as unknown as Partitions;
    const clocks = new Clocks(
      {
        all: async () => structuredClone(stored.clocks),
        store: async (states: Map<number, ClockState>) =>
          void (stored.clocks = new Map([...stored.clocks, ...structuredClone(states)])),
      } as unknown as ClocksRepository,
      partitions,
    );
    const alerts = {
      all: (ids?: string[]) => rowsOf(stored.alerts, ids),
      keep: async (moved: MovedState[]) => stored.keep(moved),
    } as unknown as AlertsService;
    const events = { all: () => rowsOf(new Map()) } as unknown as EventsService;
    const silences = {
      all: (names?: string[]) => rowsOf(stored.silences, names),
      write: async (steps: SilenceStep[]) => stored.keepSilences(steps),
    } as unknown as SilencesService;
    const changes = { onChange: () => undefined } as unknown as RuleChanges;
    const rules = new RuleBook(alerts, events, known, clocks, changes);
    const write = async (made: Change[]) => {
      await stored.beforeWrite(made);
      stored.write(made);
    };
    const writer = { write } as unknown as ChangeWriter;
    const watchdog = new Watchdog(silences, known, clocks);
    this.decisions = new Decisions(rules, watchdog, clocks, writer, { FLAPPING_CHANGES: mostChanges });
  }

  /** Compares messages, and stores the decisions in the background. */
  async take(messages: readonly Heard[]): Promise<void> {
    for (;;) {
      const isTaken = await this.decisions.take(0, messages).then(
        () => true,
        () => false,
      );
      if (isTaken) return;
    }
  }

  /** Stores all decisions and times, with repetitions after failures. */
  async settle(): Promise<void> {
    for (;;) {
      const isSettled = await this.decisions.settle().then(
        () => true,
        () => false,
      );
      if (isSettled) return;
    }
  }

  /** Takes the next messages of a stream, and settles. */
  async hear(stream: Stream): Promise<void> {
    await this.take(stream.next());
    await this.settle();
  }

  /** Gets its partitions anew. */
  rejoin(): void {
    this.decisions.markAllStale();
  }
}
