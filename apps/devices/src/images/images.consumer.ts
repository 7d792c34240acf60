import { Injectable } from '@nestjs/common';
import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { TOPICS } from '@telemon/contracts/topics';
import { arrivalIdOf, tooLargeOf } from '@telemon/contracts/raw-headers';
import { Kafka } from '@telemon/platform/kafka/kafka';
import type { MessageBatch } from '@telemon/platform/kafka/consumption';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { Counter } from '@telemon/platform/metrics';
import { stepEnded } from '@telemon/platform/progress';
import { DeadLetters } from '../readings/dead-letters.ts';
import { keepUntilRead } from '../readings/kept-until-read.ts';
import type { RawMessage } from '../readings/raw-message.ts';
import { type NoSender, type Sender, Senders } from '../readings/senders.ts';
import { UnreadableMessages } from '../readings/unreadable-messages.ts';
import { ImageReader } from './image-reader.ts';
import { ImagesService, imageIdOf } from './images.service.ts';
import { NotReadInTime, OF_ANOTHER_KIND, beginsAsImage } from './read-image.ts';
import { ReaderShares } from './reader-shares.ts';

const READ_BY = { topic: TOPICS.images, group: 'telemon-devices-images' } as const;
/** One of the largest images with its framing, or many small ones. */
const FETCHED_BYTES = 1.5 * IMAGE_MAX_BYTES;
/** How often an image is tried that is not read in time. */
const TRIES = 4;

const stored = new Counter({ name: 'telemon_images_stored_total', help: 'Images of devices stored' });

/**
 * Takes images in, one after the other. Kafka's offsets are committed after a batch is stored; a batch that is delivered again
 * changes nothing. A message without a readable image goes to the dead letters, and holds up no other.
 */
@Injectable()
export class ImagesConsumer {
  /** How often images were not read, by id, as long as they come again. */
  private readonly triesOf = new Map<string, number>();

  constructor(
    private readonly kafka: Kafka,
    private readonly senders: Senders,
    private readonly reader: ImageReader,
    private readonly shares: ReaderShares,
    private readonly images: ImagesService,
    private readonly deadLetters: DeadLetters,
    private readonly unreadable: UnreadableMessages,
    lifecycle: Lifecycle,
  ) {
    lifecycle.onStart(() => this.start());
    keepUntilRead(kafka, lifecycle, READ_BY);
  }

  private async start(): Promise<void> {
    await this.kafka.consume({
      ...READ_BY,
      maxBytesPerPartition: FETCHED_BYTES,
      handle: (batch) => this.handle(batch),
    });
  }

  /** Stores the images of a batch. */
  async handle({ messages }: Pick<MessageBatch, 'messages'>): Promise<void> {
    const senders = await this.senders.of(messages);
    for (const [place, message] of messages.entries()) {
      const refusal = await this.take(message, senders[place]!);
      if (refusal) await this.deadLetters.send([{ message, content: 'image', ...refusal }]);
      stepEnded();
    }
  }

  /** Stores the image in a message; otherwise returns why it has none. */
  private async take(message: RawMessage, sender: Sender | NoSender): Promise<NoSender | null> {
    if (!('device' in sender)) return sender;
    const id = imageIdOf(sender, arrivalIdOf(message));
    if (await this.images.has(id)) return null;
    const reason = await this.read(id, message, sender);
    if (reason === null) return null;
    this.unreadable.add(sender.device, sender.receivedAt);
    return { deviceName: sender.device.name, kind: 'unreadable', reason };
  }

  private async read(id: string, message: RawMessage, sender: Sender): Promise<string | null> {
    const payload = message.value ?? Buffer.alloc(0);
    if (tooLargeOf(message) !== null || payload.length > IMAGE_MAX_BYTES)
      return `it is larger than ${IMAGE_MAX_BYTES / 1_048_576} MB`;
    if (payload.length === 0) return 'it is empty';
    if (!beginsAsImage(payload)) return OF_ANOTHER_KIND;
    const { key } = sender.device;
    const refusal = this.shares.refusalOf(key);
    if (refusal !== null) return refusal;
    const answer = await this.tryToRead(id, payload);
    this.triesOf.delete(id);
    if (answer === null) {
      this.shares.exceeded(key);
      return 'the image takes too much time or memory to read';
    }
    this.shares.used(key, answer.cpuMs);
    if ('refusal' in answer) return answer.refusal;
    await this.images.store(id, sender, answer.read);
    stored.inc();
    return null;
  }

  /** The reader's result; null also for an image that timed out too often. */
  private async tryToRead(id: string, payload: Buffer): ReturnType<ImageReader['read']> {
    try {
      return await this.reader.read(payload);
    } catch (error) {
      if (!(error instanceof NotReadInTime)) throw error;
      const tries = (this.triesOf.get(id) ?? 0) + 1;
      this.triesOf.set(id, tries);
      if (tries < TRIES) throw error;
      return null;
    }
  }
}
