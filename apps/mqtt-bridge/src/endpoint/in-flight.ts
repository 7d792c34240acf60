import type { WriteOutcome } from '@telemon/edge/batcher';
import type { Sender, TelemetryMessage } from '@telemon/edge/telemetry-writer';
import { ACKNOWLEDGEMENT } from './packets.ts';
import { REASONS, type Reason } from './reasons.ts';
import type { Traffic } from './traffic.ts';

/** Sends the acknowledgements of an `InFlight`. */
export interface Acknowledger {
  /** @param refusal why the message is not stored; null: it is acknowledged */
  acknowledge(kind: number, packetId: number, refusal: Reason | null): void;
  /** Called after messages were answered. */
  answered(): void;
}

/** A QoS 1 or 2 message between its PUBLISH and our answer to it. */
class Publication implements TelemetryMessage {
  /** The answer: a refusal, or null for an acknowledgement; undefined: not known yet. */
  refusal: Reason | null | undefined = undefined;

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

  get login(): string | undefined {
    return this.inFlight.sender.login;
  }

  get isTest(): boolean | undefined {
    return this.inFlight.sender.isTest;
  }

  settle(outcome: WriteOutcome): void {
    this.inFlight.traffic.countMessage(outcome, this.qos);
    this.refusal = outcome === 'stored' ? null : REASONS.notStored;
    this.inFlight.answer();
  }
}

const NO_PAYLOAD = Buffer.alloc(0);

/**
 * The QoS 1 and 2 messages of one connection that are under way. They are answered in the order of their arrival, as
 * MQTT requires, whatever order they are stored in.
 */
export class InFlight {
  private readonly unanswered: Publication[] = [];
  /** Packet ids of QoS 2 messages that the device has not released: their copies are not stored again. */
  private unreleased: Set<number> | undefined;
  /** The size of all payloads under way. */
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

  /** Adds a message to be stored; its writer settles it. */
  add(payload: Buffer, receivedAt: number, qos: 1 | 2, packetId: number): TelemetryMessage {
    const publication = new Publication(this, payload, receivedAt, qos, packetId);
    this.unanswered.push(publication);
    this.bytes += payload.length;
    if (qos === 2) (this.unreleased ??= new Set()).add(packetId);
    return publication;
  }

  /** Answers a message that is not stored, in its turn: by a refusal, or by null as if it were. */
  answerUnstored(qos: 1 | 2, packetId: number, refusal: Reason | null): void {
    const publication = new Publication(this, NO_PAYLOAD, 0, qos, packetId);
    publication.refusal = refusal;
    this.unanswered.push(publication);
    if (qos === 2 && refusal === null) (this.unreleased ??= new Set()).add(packetId);
    this.answer();
  }

  /** Whether this is a copy of a message under way. Answers it again if it was already answered. */
  takeCopy(qos: 1 | 2, packetId: number): boolean {
    if (qos === 2 && !this.unreleased?.has(packetId)) return false;
    if (this.unanswered.some((one) => one.packetId === packetId && one.qos === qos)) return true;
    if (qos === 1) return false;
    this.acknowledger.acknowledge(ACKNOWLEDGEMENT.pubrec, packetId, null);
    return true;
  }

  /** Releases a QoS 2 packet id, for another message; false if it was not in use. */
  release(packetId: number): boolean {
    return this.unreleased?.delete(packetId) ?? false;
  }

  /** Sends the known answers, up to the first pending one. */
  answer(): void {
    const { unanswered, acknowledger } = this;
    let answered = 0;
    for (const { qos, packetId, payload, refusal } of unanswered) {
      if (refusal === undefined) break;
      answered++;
      this.bytes -= payload.length;
      if (refusal !== null) this.unreleased?.delete(packetId);
      const kind = qos === 1 ? ACKNOWLEDGEMENT.puback : ACKNOWLEDGEMENT.pubrec;
      acknowledger.acknowledge(kind, packetId, refusal);
    }
    if (answered === 0) return;
    if (answered === 1) unanswered.shift();
    else unanswered.splice(0, answered);
    acknowledger.answered();
  }
}
