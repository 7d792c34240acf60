import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { FrameReader, KINDS_WITH_SERVERS, PACKET } from '../endpoint/frame-reader.ts';
import { beginningOf } from '../endpoint/publish-topics.ts';
import { LARGE_PACKET_BYTES } from '../endpoint/limits.ts';
import { PINGRESP, writeAcknowledgements, ACKNOWLEDGEMENT } from '../endpoint/packets.ts';
import { type PublishPacket, readPublish } from '../endpoint/publish-packet.ts';
import { ProtocolFault, REASONS } from '../endpoint/reasons.ts';

const LIMITS = { publish: LARGE_PACKET_BYTES, other: 64 * 1024 } as const;
/** A topic and properties of this size at most stand before a payload, bytes. */
const LONGEST_BEGINNING = 256 * 1024;
const PINGREQ = PACKET.pingreq << 4;

/** A message as a broker sends it. */
export interface BrokerMessage {
  readonly topic: string;
  /** Only its beginning, if the message is too large. */
  readonly payload: Buffer;
  /** Size of the whole payload, bytes. */
  readonly bytes: number;
  readonly qos: 0 | 1;
  /** The packet id; 0 for QoS 0. */
  readonly packetId: number;
  readonly isDuplicate: boolean;
  readonly isRetained: boolean;
}

/**
 * The stream below MQTT.js. It takes the messages out, because MQTT.js handles one at a time, and not the next one before it has
 * acknowledged it; so many can be under way, and be acknowledged together. MQTT.js gets all other packets.
 */
export class MessageStream extends Duplex {
  private readonly frames = new FrameReader(KINDS_WITH_SERVERS);
  /** Bytes of a message that is too large which are still to come. */
  private toSkip = 0;
  private isHeld = false;

  /** @param receive Takes each message; the payload is a view of the bytes that have arrived. */
  constructor(
    private readonly line: Socket,
    private readonly isMqtt5: boolean,
    private readonly receive: (message: BrokerMessage) => void,
  ) {
    super();
    line.on('data', (chunk: Buffer) => this.add(chunk));
    line.on('error', (error) => this.destroy(error));
    line.on('close', () => this.destroy());
  }

  /** Hands no further message over, and reads no further, until `release`. */
  hold(): void {
    this.isHeld = true;
    this.line.pause();
  }

  release(): void {
    this.isHeld = false;
    this.sift();
    if (!this.isHeld) this.line.resume();
  }

  /** Acknowledges messages of QoS 1, in one write. */
  acknowledge(packetIds: readonly number[]): void {
    if (!this.line.writable) return;
    this.line.write(writeAcknowledgements(packetIds.flatMap((id) => [ACKNOWLEDGEMENT.puback, id, 0])));
  }

  override _read(): void {
    // Arriving bytes are pushed.
  }

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.send(bytes);
    done();
  }

  /** MQTT.js writes a packet in pieces, between which no acknowledgement may come. */
  override _writev(pieces: { chunk: Buffer }[], done: () => void): void {
    this.send(Buffer.concat(pieces.map(({ chunk }) => chunk)));
    done();
  }

  override _final(done: () => void): void {
    this.line.end();
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.line.destroy();
    done(error);
  }

  private send(bytes: Buffer): void {
    if (this.line.writable) this.line.write(bytes);
    // The broker's answer would be read only after what is held, and MQTT.js would take the broker for dead.
    if (bytes[0] === PINGREQ && this.isHeld) this.push(PINGRESP);
  }

  private add(chunk: Buffer): void {
    const skipped = Math.min(this.toSkip, chunk.length);
    this.toSkip -= skipped;
    if (skipped === chunk.length) return;
    this.frames.push(chunk.subarray(skipped));
    this.sift();
  }

  /** Hands over the bytes that have arrived, packet by packet. */
  private sift(): void {
    const { frames } = this;
    try {
      while (!this.isHeld && !this.destroyed && this.next()) {
        const { bytes, start, end } = frames;
        if (bytes[start]! >> 4 === PACKET.publish) this.handOver(readPublish(frames, this.isMqtt5));
        else this.push(bytes.subarray(start, end));
        frames.consume();
      }
    } catch (error) {
      if (!(error instanceof ProtocolFault)) throw error;
      this.destroy(new Error(`The broker broke the protocol: ${error.reason.name}`));
    }
  }

  /** Whether a whole packet has arrived. A message that is too large is taken with its beginning, and the rest skipped. */
  private next(): boolean {
    const { frames } = this;
    try {
      return frames.next(LIMITS);
    } catch (error) {
      const isMessage = frames.bytes[frames.start]! >> 4 === PACKET.publish;
      if (!(error instanceof ProtocolFault) || error.reason !== REASONS.tooLarge || !isMessage) throw error;
    }
    const beginning = beginningOf(frames, this.isMqtt5);
    if (!beginning) {
      if (frames.held > LONGEST_BEGINNING) throw new ProtocolFault(REASONS.tooLarge);
      return false;
    }
    const missing = frames.end - frames.arrivedTo;
    this.handOver(beginning, beginning.payload.length + missing);
    if (missing === 0) {
      frames.consume();
      return this.next();
    }
    this.toSkip = missing;
    frames.clear();
    return false;
  }

  private handOver(packet: PublishPacket, bytes = packet.payload.length): void {
    const { qos, packetId, topicStart, topicEnd, payload, isDuplicate, isRetained } = packet;
    // No subscription of ours grants more.
    if (qos === 2) throw new ProtocolFault(REASONS.protocolError);
    const topic = this.frames.bytes.toString('utf8', topicStart, topicEnd);
    this.receive({ topic, payload, bytes, qos, packetId, isDuplicate, isRetained });
  }
}
