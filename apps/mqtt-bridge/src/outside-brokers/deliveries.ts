import type { BrokerMessage } from './message-stream.ts';

/** How much of a connection's messages may be under way; what comes then waits in its socket. */
interface InFlightLimits {
  readonly messages: number;
  readonly bytes: number;
}

/** The connection that messages come over. */
interface MessageLine {
  acknowledge(packetIds: readonly number[]): void;
  hold(): void;
  release(): void;
}

/** A full line is read again once no more than this share of its limits is used. */
const ROOM_AGAIN = 0.5;

/** A message between its arrival and its end. */
export class Delivery {
  isStored = false;
  isEnded = false;

  constructor(
    private readonly deliveries: Deliveries,
    readonly packetId: number,
    readonly bytes: number,
  ) {}

  /** Whether the connection ended before the message was on its way to Kafka: then the message will come again. */
  get isVoid(): boolean {
    return this.deliveries.isOver && !this.isStored;
  }

  /** Notes that the message is on its way to Kafka, which can't be undone. */
  store(): void {
    this.isStored = true;
  }

  /** Notes that the message is stored, or never will be. */
  end(): void {
    this.isEnded = true;
    this.deliveries.ended(this);
  }
}

/**
 * The messages of one connection that are under way. Messages of QoS 1 are acknowledged in the order of their arrival, as MQTT
 * requires, and together as far as they end together.
 */
export class Deliveries {
  isOver = false;
  private readonly underWay = new Set<Delivery>();
  /** The messages of QoS 1 that are not acknowledged, in the order of their arrival. */
  private readonly unacknowledged: Delivery[] = [];
  private bytes = 0;
  /** Whether the line waits for room. */
  isHeld = false;
  private isFlushing = false;
  private readonly waiting: (() => void)[] = [];

  /** @param hasRoom Whether a further message could be stored. */
  constructor(
    private readonly line: MessageLine,
    private readonly limits: InFlightLimits,
    private readonly hasRoom: () => boolean,
  ) {}

  /** Adds a message; null if it is a copy of one under way. */
  begin({ qos, packetId, payload, isDuplicate }: BrokerMessage): Delivery | null {
    if (isDuplicate && this.unacknowledged.some((one) => one.packetId === packetId)) return null;
    const delivery = new Delivery(this, packetId, payload.length);
    this.underWay.add(delivery);
    if (qos === 1) this.unacknowledged.push(delivery);
    this.bytes += delivery.bytes;
    this.adjust();
    return delivery;
  }

  /** Reads on, or no further, by how much is under way. */
  adjust(): void {
    const share = this.isHeld ? ROOM_AGAIN : 1;
    const { messages, bytes } = this.limits;
    // One that is being looked up keeps those behind it from being acknowledged, though they have ended.
    const count = Math.max(this.underWay.size, this.unacknowledged.length);
    const isFull = count > messages * share || this.bytes > bytes * share || !this.hasRoom();
    if (isFull === this.isHeld || this.isOver) return;
    this.isHeld = isFull;
    if (isFull) this.line.hold();
    else this.line.release();
  }

  ended(delivery: Delivery): void {
    if (!this.underWay.delete(delivery)) return;
    this.bytes -= delivery.bytes;
    if (!this.isFlushing) {
      this.isFlushing = true;
      // Kafka's answer ends a whole batch of them, one after the other.
      queueMicrotask(() => this.flush());
    }
    if (this.isIdle) for (const resolve of this.waiting.splice(0)) resolve();
  }

  /** Takes no further message into account: the connection has ended. Messages on their way to Kafka still arrive there. */
  close(): void {
    this.isOver = true;
    for (const delivery of this.underWay) if (delivery.isVoid) this.ended(delivery);
  }

  get isIdle(): boolean {
    return this.underWay.size === 0;
  }

  /** Resolves when no message is under way. */
  async idle(): Promise<void> {
    if (!this.isIdle) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  private flush(): void {
    this.isFlushing = false;
    if (this.isOver) return;
    const pending = this.unacknowledged.findIndex(({ isEnded }) => !isEnded);
    const ended = this.unacknowledged.splice(0, pending < 0 ? this.unacknowledged.length : pending);
    if (ended.length > 0) this.line.acknowledge(ended.map(({ packetId }) => packetId));
    this.adjust();
  }
}
