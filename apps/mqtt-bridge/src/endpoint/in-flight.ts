import type { Arrival, Outcome, Sender } from './collaborators.ts';
import { ACKNOWLEDGEMENT } from './packets.ts';
import { REASONS } from './reasons.ts';
import type { Traffic } from './traffic.ts';

const PENDING = -1;

/** How acknowledgements leave, and what is done where a message can never be stored. */
export interface Acknowledger {
  acknowledge(kind: number, packetId: number, code: number): void;
  /** Some of what was under way has been answered. */
  answered(): void;
}

/** A QoS 1 or 2 message between its PUBLISH and our answer to it. */
class Publication implements Arrival {
  /** The answer's reason code, once there is one. */
  code = PENDING;

  constructor(
    private readonly inFlight: InFlight,
    readonly payload: Buffer,
    readonly receivedAt: number,
    readonly qos: 1 | 2,
    readonly packetId: number,
  ) {}

  get deviceName(): string {
    return this.inFlight.sender.deviceName;
  }

  get deviceKey(): number {
    return this.inFlight.sender.deviceKey;
  }

  settle(outcome: Outcome): void {
    this.inFlight.traffic.countMessage(outcome, this.qos);
    this.code = outcome === 'stored' ? 0 : REASONS.notStored.code;
    this.inFlight.answer();
  }
}

const NO_PAYLOAD = Buffer.alloc(0);

/**
 * The QoS 1 and 2 messages of one connection that are under way. They are answered in the order in which they came,
 * as MQTT wants it, whatever order their answers are known in.
 */
export class InFlight {
  private readonly unanswered: Publication[] = [];
  /** Packet ids of QoS 2 messages that the device has not released: one of these that comes again is not stored again. */
  private unreleased: Set<number> | undefined;
  /** Of the payloads that are under way. */
  bytes = 0;

  constructor(
    readonly sender: Sender,
    private readonly acknowledger: Acknowledger,
    readonly traffic: Traffic,
  ) {}

  get count(): number {
    return this.unanswered.length;
  }

  get unreleasedCount(): number {
    return this.unreleased?.size ?? 0;
  }

  /** A message to be stored; whoever stores it settles it. */
  add(payload: Buffer, receivedAt: number, qos: 1 | 2, packetId: number): Arrival {
    const publication = new Publication(this, payload, receivedAt, qos, packetId);
    this.unanswered.push(publication);
    this.bytes += payload.length;
    if (qos === 2) (this.unreleased ??= new Set()).add(packetId);
    return publication;
  }

  /** A message that isn't taken: says so in its turn. */
  refuse(qos: 1 | 2, packetId: number, code: number): void {
    const publication = new Publication(this, NO_PAYLOAD, 0, qos, packetId);
    publication.code = code;
    this.unanswered.push(publication);
    this.answer();
  }

  /** Whether this is a copy of a message that is under way. Answers it again where it was already answered. */
  takeCopy(qos: 1 | 2, packetId: number): boolean {
    if (qos === 2 && !this.unreleased?.has(packetId)) return false;
    if (this.unanswered.some((one) => one.packetId === packetId && one.qos === qos)) return true;
    if (qos === 1) return false;
    this.acknowledger.acknowledge(ACKNOWLEDGEMENT.pubrec, packetId, 0);
    return true;
  }

  /** Whether the device has released a message of this packet id; from now on the id may mean another. */
  release(packetId: number): boolean {
    return this.unreleased?.delete(packetId) ?? false;
  }

  /** Sends the answers that are known and whose turn it is. */
  answer(): void {
    const { unanswered, acknowledger } = this;
    let answered = 0;
    while (answered < unanswered.length && unanswered[answered]!.code !== PENDING) {
      const { qos, packetId, payload, code } = unanswered[answered++]!;
      this.bytes -= payload.length;
      if (code !== 0) this.unreleased?.delete(packetId);
      acknowledger.acknowledge(qos === 1 ? ACKNOWLEDGEMENT.puback : ACKNOWLEDGEMENT.pubrec, packetId, code);
    }
    if (answered === 0) return;
    if (answered === 1) unanswered.shift();
    else unanswered.splice(0, answered);
    acknowledger.answered();
  }
}
