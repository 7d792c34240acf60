import type { Actor } from '@telemon/contracts/actor';
import { type DeviceImage, images } from '@telemon/contracts/devices/images';
import type { DeadLetter } from '@telemon/contracts/readings';
import { TOPICS } from '@telemon/contracts/topics';
import { Kafka } from '@telemon/platform/kafka/kafka';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { aUser } from '@telemon/testing/builders';
import { servers } from '@telemon/testing/servers';
import { until } from '@telemon/testing/waiting';
import { randomBytes, randomUUID } from 'node:crypto';
import type { RegisteredDevice } from '../src/devices/device-registry.ts';
import type { DeviceDocument } from '../src/devices/device-document.ts';
import { sha256Of } from '../src/devices/passwords.ts';
import { FilesService } from '../src/files/files.service.ts';
import { ImageReader } from '../src/images/image-reader.ts';
import { ImageRemoval } from '../src/images/image-removal.ts';
import { ImagesConsumer } from '../src/images/images.consumer.ts';
import { ImagesModule } from '../src/images/images.module.ts';
import { ImagesService, imageIdOf } from '../src/images/images.service.ts';
import { NotReadInTime } from '../src/images/read-image.ts';
import { ReaderShares } from '../src/images/reader-shares.ts';
import { DeadLetters } from '../src/readings/dead-letters.ts';
import type { RawMessage } from '../src/readings/raw-message.ts';
import { Senders } from '../src/readings/senders.ts';
import { UnreadableMessages } from '../src/readings/unreadable-messages.ts';
import { GivenDevices } from './given-devices.ts';
import { message } from './given-readings.ts';

/** For how many days the images are kept. */
export const KEPT_DAYS = 30;

const SMALL = {
  bytes: Buffer.from('the bytes of an image'),
  contentType: 'image/png',
  extension: 'png',
  width: 40,
  height: 30,
} as const;

interface SentImage {
  receivedAt?: number;
  arrivalId?: string;
  tooLarge?: number;
}

/** The intake of images on a database of its own, which gets its messages from the spec. */
export class GivenImages {
  readonly deadLetters = new Map<string, DeadLetter[]>();
  private lastKey = 0;

  private constructor(
    readonly service: GivenDevices,
    private readonly kafka: Kafka,
  ) {}

  static async prepare(): Promise<GivenImages> {
    const service = await GivenDevices.prepare(ImagesModule, {
      LOG_LEVEL: 'error',
      IMAGES_KEPT_DAYS: KEPT_DAYS,
    });
    await service.know(
      aUser({ id: 'a1', userRole: 'admin' }),
      aUser({ id: 'm1' }),
      aUser({ id: 'm2' }),
      aUser({ id: 's1', userRole: 'assistant', managerId: 'm1' }),
    );
    const kafka = new Kafka({ brokers: servers().kafkaBrokers.split(','), app: 'spec', partitions: 1 });
    const given = new GivenImages(service, kafka);
    await given.listen();
    return given;
  }

  /** Adds a device of the manager `m1`, which its assistant sees. */
  async device(name = `spec-${randomBytes(4).toString('hex')}`): Promise<{ name: string; key: number }> {
    const key = ++this.lastKey;
    await this.collection<DeviceDocument>('devices').insertOne({
      _id: name,
      key,
      managerId: 'm1',
      assistantIds: ['s1'],
      passwordSha256: sha256Of('a password'),
    } as DeviceDocument);
    return { name, key };
  }

  async removeDevice(name: string): Promise<void> {
    await this.collection<DeviceDocument>('devices').deleteOne({ _id: name });
  }

  /** A message of `telemetry.images`. */
  message(
    { name, key }: { name: string; key: number },
    payload: Buffer | string,
    sent: SentImage = {},
  ): RawMessage {
    const { tooLarge, ...headers } = sent;
    const raw = message(name, payload, { ...headers, deviceKey: key });
    if (tooLarge !== undefined) raw.headers!['tooLarge'] = String(tooLarge);
    return raw;
  }

  /** Delivers messages, again where an image was not read in time, as Kafka's consumer does: the machine may be busy. */
  async handle(...messages: RawMessage[]): Promise<void> {
    for (;;) {
      try {
        return await this.service.get(ImagesConsumer).handle({ messages });
      } catch (error) {
        if (!(error instanceof NotReadInTime)) throw error;
      }
    }
  }

  /** Stores an image that arrives now, or at an instant, without reading a payload. */
  async put({ name, key }: { name: string; key: number }, receivedAt = Date.now()): Promise<void> {
    const device = { name, key, audience: { managerId: 'm1', assistantIds: ['s1'] } };
    const sender = { device: device as RegisteredDevice, receivedAt };
    const id = imageIdOf(sender, randomUUID());
    await this.service.get(ImagesService).store(id, sender, { image: SMALL, thumbnail: SMALL });
  }

  /** A consumer whose reader gets so little time that it reads nothing. */
  hurriedConsumer(): ImagesConsumer {
    return this.consumer(new ImageReader(new Lifecycle(), { withinMs: 1, toldEveryMs: 1_000 }));
  }

  /** A consumer for whose reader each image is expensive. */
  sparingConsumer(): ImagesConsumer {
    return this.consumer(
      this.service.get(ImageReader),
      new ReaderShares({ usualMs: 0, atOnceMs: 1, share: 1e-6 }),
    );
  }

  removeOld(now = Date.now()): Promise<void> {
    return this.service.get(ImageRemoval).pass(now, new AbortController().signal);
  }

  page(actor: Actor, deviceName: string, query: object = {}) {
    return this.service.get(ImagesService).page(actor, images.log.request.parse({ deviceName, ...query }));
  }

  async imagesOf(actor: Actor, deviceName: string): Promise<DeviceImage[]> {
    return (await this.page(actor, deviceName, { limit: 100 })).images;
  }

  /** The reasons in the dead letters of a device, once there are this many. */
  async reasonsFor(deviceName: string, count: number): Promise<string[]> {
    const letters = () => this.deadLetters.get(deviceName) ?? [];
    await until(() => letters().length >= count);
    return letters().map(({ reason }) => reason);
  }

  /** The content behind an address. @throws if its user may not see it. */
  async open(url: string): Promise<Buffer> {
    const files = this.service.get(FilesService);
    const token = url.slice('/v1/file/'.length);
    const { chunks } = await files.open(token);
    const parts: Buffer[] = [];
    for (let index = 0; index < chunks; index++)
      parts.push(Buffer.from((await files.chunk(token, index)).bytes, 'base64'));
    return Buffer.concat(parts);
  }

  collection<Row extends object>(name: string) {
    return this.service.database.db.collection<Row>(name);
  }

  /** How many records, files and chunks there are. */
  async stored(): Promise<Record<'images' | 'files' | 'file_chunks', number>> {
    const count = (name: string) => this.collection(name).countDocuments();
    return {
      images: await count('images'),
      files: await count('files'),
      file_chunks: await count('file_chunks'),
    };
  }

  async stop(): Promise<void> {
    await this.kafka.close();
    await this.service.stop();
  }

  private consumer(reader: ImageReader, shares = new ReaderShares()): ImagesConsumer {
    const { service } = this;
    const refusals = [service.get(DeadLetters), service.get(UnreadableMessages)] as const;
    const parts = [service.get(ImagesService), ...refusals] as const;
    return new ImagesConsumer(this.kafka, service.get(Senders), reader, shares, ...parts, new Lifecycle());
  }

  private async listen(): Promise<void> {
    await this.kafka.consume({
      topic: TOPICS.deadLetters,
      group: randomUUID(),
      fromBeginning: false,
      maxWaitTimeInMs: 50,
      handle: async ({ messages }) => {
        for (const { value } of messages) {
          const letter = JSON.parse(String(value)) as DeadLetter & { deviceName: string };
          this.deadLetters.set(letter.deviceName, [
            ...(this.deadLetters.get(letter.deviceName) ?? []),
            letter,
          ]);
        }
      },
    });
    // A consumer without offsets begins at the end once it has joined, and misses earlier messages.
    const unknown = { name: `spec-${randomBytes(4).toString('hex')}`, key: 0 };
    await until(async () => {
      await this.handle(this.message(unknown, 'an image'));
      return this.deadLetters.has(unknown.name);
    });
  }
}
