import type { WriteOutcome } from '@telemon/edge/batcher';
import type { Sender, TelemetryMessage } from '@telemon/edge/telemetry-writer';
import { ACKNOWLEDGEMENT } from './packets.ts';
import { REASONS } from './reasons.ts';
import type { Traffic } from './traffic.ts';

const PENDING = -1;

/** Sends the acknowledgements of an `InFlight`. */
export interface Acknowledger {
  acknowledge(kind: number, packetId: number, code: number): void;
  /** Called after messages were answered. */
  answered(): void;
}

/** A QoS 1 or 2 message between its PUBLISH and our answer to it. */
class Publication implements TelemetryMessage {
  /** The answer's reason code, or `PENDING`. */
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

  get login(): string | undefined {
    return this.inFlight.sender.login;
  }

  get isTest(): boolean | undefined {
    return this.inFlight.sender.isTest;
  }

  settle(outcome: WriteOutcome): void {
    this.inFlight.traffic.countMessage(outcome, this.qos);
    this.code = outcome === 'stored' ? 0 : REASONS.notStored.code;
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
  /** Of all payloads under way. */
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

  /** Answers a message with an error code, in its turn. */
  refuse(qos: 1 | 2, packetId: number, code: number): void {
    const publication = new Publication(this, NO_PAYLOAD, 0, qos, packetId);
    publication.code = code;
    this.unanswered.push(publication);
    this.answer();
  }

  /** Whether this is a copy of a message under way. Answers it again if it was already answered. */
  takeCopy(qos: 1 | 2, packetId: number): boolean {
    if (qos === 2 && !this.unreleased?.has(packetId)) return false;
    if (this.unanswered.some((one) => one.packetId === packetId && one.qos === qos)) return true;
    if (qos === 1) return false;
    this.acknowledger.acknowledge(ACKNOWLEDGEMENT.pubrec, packetId, 0);
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
