import { Injectable } from '@nestjs/common';
import { CallBatcher } from '@telemon/platform/call-batcher';
import { Mongo } from '@telemon/platform/mongo';
import { writeUnlessTaken } from '@telemon/platform/mongo-outcome';
import { literally } from '@telemon/platform/sorted-page';
import { Binary, type Collection, type Filter } from 'mongodb';
import type { AttachmentDocument, AttachmentPart, MessageDocument } from './message.ts';

const PART_BYTES = 8 * 1_048_576;
/** Messages per batch, whose texts fit into one write. */
const AT_ONCE = 20;
const NEWEST_FIRST = { sentAt: -1, _id: -1 } as const;

interface MessageFilter {
  kind?: 'sms' | 'email' | undefined;
  to?: string | undefined;
}

@Injectable()
export class MessagesRepository {
  private readonly messages: Collection<MessageDocument>;
  private readonly parts: Collection<AttachmentPart>;
  private readonly inserts = new CallBatcher(
    (messages: MessageDocument[]) => this.insertAll(messages),
    AT_ONCE,
  );

  constructor(mongo: Mongo) {
    this.messages = mongo.collection<MessageDocument>('messages', [
      { key: NEWEST_FIRST },
      { key: { kind: 1, ...NEWEST_FIRST } },
      { key: { sid: 1 } },
      { key: { 'attachments.id': 1 } },
    ]);
    this.parts = mongo.collection<AttachmentPart>('attachment_parts', [
      { key: { attachmentId: 1, number: 1 } },
      { key: { messageId: 1 } },
    ]);
  }

  /** Stores a message unless it is stored already. @throws if MongoDB doesn't confirm that it is stored. */
  async insert(message: MessageDocument): Promise<void> {
    const { failure } = await this.inserts.do(message);
    if (failure !== undefined) throw failure;
  }

  /** To be called before the message is inserted, so that a listed message has its attachments. */
  async insertAttachment(messageId: string, { id }: AttachmentDocument, content: Buffer): Promise<void> {
    for (let number = 0; number * PART_BYTES < content.length; number++) {
      const bytes = new Binary(content.subarray(number * PART_BYTES, (number + 1) * PART_BYTES));
      await this.parts.insertOne({ _id: `${id}-${number}`, attachmentId: id, messageId, number, bytes });
    }
  }

  async page(
    filter: MessageFilter,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ rows: MessageDocument[]; totalCount: number }> {
    const query = queryOf(filter);
    const [rows, totalCount] = await Promise.all([
      this.messages.find(query, { sort: NEWEST_FIRST, limit, skip: offset }).toArray(),
      this.messages.countDocuments(query),
    ]);
    return { rows, totalCount };
  }

  bySid(sid: string): Promise<MessageDocument | null> {
    return this.messages.findOne({ sid });
  }

  async attachment(id: string): Promise<AttachmentDocument | null> {
    const message = await this.messages.findOne({ 'attachments.id': id }, { projection: { attachments: 1 } });
    return message?.attachments.find((attachment) => attachment.id === id) ?? null;
  }

  async *contentOf(id: string): AsyncGenerator<Uint8Array> {
    // One part per batch, each with its own time limit, because a download may be slow.
    const parts = this.parts.find(
      { attachmentId: id },
      { sort: { number: 1 }, batchSize: 1, timeoutMode: 'iteration' },
    );
    for await (const { bytes } of parts) {
      yield bytes.buffer;
    }
  }

  /** Removes all messages except the newest `most`, with their attachments. */
  async keepNewest(most: number): Promise<void> {
    const tooOld = this.messages.find({}, { sort: NEWEST_FIRST, skip: most, projection: { _id: 1 } });
    const ids = (await tooOld.toArray()).map(({ _id }) => _id);
    if (ids.length === 0) return;
    await this.messages.deleteMany({ _id: { $in: ids } });
    await this.parts.deleteMany({ messageId: { $in: ids } });
  }

  async clear(): Promise<void> {
    await this.messages.deleteMany({});
    await this.parts.deleteMany({});
  }

  private async insertAll(messages: MessageDocument[]): Promise<{ failure?: unknown }[]> {
    try {
      await this.insertUnlessThere(messages);
      return messages.map(() => ({}));
    } catch {
      // One message may have failed the batch: insert each alone. Those that are stored already count as stored.
      const alone = messages.map((message) => this.insertUnlessThere([message]));
      return (await Promise.allSettled(alone)).map((outcome) =>
        outcome.status === 'fulfilled' ? {} : { failure: outcome.reason as unknown },
      );
    }
  }

  private async insertUnlessThere(messages: MessageDocument[]): Promise<void> {
    await writeUnlessTaken(
      this.messages,
      messages.map((document) => ({ insertOne: { document } })),
    );
  }
}

const queryOf = ({ kind, to }: MessageFilter): Filter<MessageDocument> => ({
  ...(kind && { kind }),
  ...(to && { to: literally(to) }),
});
