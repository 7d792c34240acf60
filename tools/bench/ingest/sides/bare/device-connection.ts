import type { Socket } from 'node:net';
import {
  ACKNOWLEDGEMENT,
  FrameReader,
  PACKET,
  PINGRESP,
  readPublish,
  writeAcknowledgements,
} from './product-code.ts';

const ACCEPTED = Buffer.from([0x20, 2, 0, 0]);
/** The largest packets, bytes. */
const LIMITS = { publish: 64 * 1024, other: 1024 };
const BEFORE_NAME = 'devices/'.length;
const BEHIND_NAME = '/telemetry'.length;

/** A QoS 1 message of a device. */
export interface Publish {
  readonly connection: DeviceConnection;
  readonly packetId: number;
  readonly deviceName: string;
  readonly payload: Buffer;
}

/** A device's MQTT 3.1.1 connection. Any device may sign in, and send under any name. */
export class DeviceConnection {
  readonly #socket: Socket;
  readonly #publish: (publish: Publish) => void;
  readonly #frames = new FrameReader();
  /** Kind, packet id and reason code of each acknowledgement, in turn. */
  readonly #acknowledgements: number[] = [];

  constructor(socket: Socket, publish: (publish: Publish) => void) {
    this.#socket = socket;
    this.#publish = publish;
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    // 'close' follows.
    socket.on('error', () => undefined);
  }

  /** Queues an acknowledgement for `flush`. */
  acknowledge(packetId: number): void {
    this.#acknowledgements.push(ACKNOWLEDGEMENT.puback, packetId, 0);
  }

  flush(): void {
    if (this.#acknowledgements.length === 0) return;
    this.#socket.write(writeAcknowledgements(this.#acknowledgements));
    this.#acknowledgements.length = 0;
  }

  #read(chunk: Buffer): void {
    const frames = this.#frames;
    try {
      frames.push(chunk);
      while (frames.next(LIMITS)) {
        this.#take(frames);
        frames.consume();
      }
    } catch (error) {
      this.#socket.destroy();
      console.error(error);
    }
  }

  #take(frames: FrameReader): void {
    switch (frames.bytes[frames.start]! >> 4) {
      case PACKET.publish: {
        const { topicStart, topicEnd, packetId, payload } = readPublish(frames, false);
        const deviceName = frames.bytes.toString('latin1', topicStart + BEFORE_NAME, topicEnd - BEHIND_NAME);
        this.#publish({ connection: this, packetId, deviceName, payload });
        return;
      }
      case PACKET.connect:
        this.#socket.write(ACCEPTED);
        return;
      case PACKET.pingreq:
        this.#socket.write(PINGRESP);
    }
  }
}
