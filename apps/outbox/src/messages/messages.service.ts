import { Injectable } from '@nestjs/common';
import { type Actor, isAdmin } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { OutboxMessage, outbox } from '@telemon/contracts/outbox/outbox';
import { defineError } from '@telemon/platform/errors';
import { logger } from '@telemon/platform/logging';
import { ObjectId } from 'mongodb';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AttachmentDocument, MessageDocument, NewMessage } from './message.ts';
import { MessagesRepository } from './messages.repository.ts';

const MOST_KEPT = 10_000;
/** How many messages may come before the oldest are looked for. */
const TIDY_EVERY = 100;
/** Longer texts are cut: a document can hold 16 MB. */
const LONGEST_TEXT = 500_000;
/** What an answer may hold of texts in all: NATS carries 8 MB, and a character may take three bytes. */
const ANSWER_TEXT = 2_000_000;

const onlyAdmins = defineError('OnlyAdmins', 'forbidden', () => 'Only an admin may do this');

/** The messages that would have left this machine, the newest ten thousand. */
@Injectable()
export class MessagesService {
  private untidied = 0;
  /** Ids of mails of which the sender is told that they are kept. */
  private readonly told = new Set<string>();

  constructor(private readonly repository: MessagesRepository) {}

  /** Stores a message, once where its sender was not told that it is kept and sends it again; when this resolves, it is safe. */
  async keep(newMessage: NewMessage): Promise<MessageDocument> {
    const { attachments = [], text, html, sid = '', messageId, ...fields } = newMessage;
    const sameId = messageId ? sameIdFor(newMessage) : null;
    const _id = sameId !== null && !this.told.has(sameId) ? sameId : new ObjectId().toHexString();
    const kept: AttachmentDocument[] = [];
    for (const { fileName, contentType, content } of attachments) {
      const attachment = {
        id: randomBytes(16).toString('hex'),
        fileName,
        contentType,
        bytes: content.length,
      };
      await this.repository.insertAttachment(_id, attachment, content);
      kept.push(attachment);
    }
    const message: MessageDocument = {
      ...fields,
      _id,
      text: text.slice(0, LONGEST_TEXT),
      html: html.slice(0, LONGEST_TEXT),
      attachments: kept,
      sid,
      sentAt: new Date(),
    };
    await this.repository.insert(message);
    if (sameId !== null) this.remember(sameId);
    this.tidyNowAndThen();
    return message;
  }

  async list(actor: Actor, { kind, to, limit, offset }: RequestOf<typeof outbox.list>) {
    if (!isAdmin(actor.role)) throw onlyAdmins();
    const { rows, totalCount } = await this.repository.page({ kind, to: to?.trim() }, { limit, offset });
    return { messages: withinAnswer(rows.map(asMessage)), pagination: { totalCount } };
  }

  async clear(actor: Actor): Promise<null> {
    if (!isAdmin(actor.role)) throw onlyAdmins();
    await this.repository.clear();
    return null;
  }

  bySid(sid: string): Promise<MessageDocument | null> {
    return this.repository.bySid(sid);
  }

  async attachment(id: string): Promise<(AttachmentDocument & { content: Readable }) | null> {
    const attachment = await this.repository.attachment(id);
    return attachment && { ...attachment, content: Readable.from(this.repository.contentOf(id)) };
  }

  /** From now on the same mail is another one: the outbox shows what would have left. */
  private remember(id: string): void {
    if (this.told.size >= MOST_KEPT) this.told.delete(this.told.keys().next().value!);
    this.told.add(id);
  }

  private tidyNowAndThen(): void {
    this.untidied++;
    if (this.untidied < TIDY_EVERY) return;
    this.untidied = 0;
    this.repository.keepNewest(MOST_KEPT).catch((error: Error) => {
      logger.warn({ reason: error.message }, 'old messages stay for now');
    });
  }
}

/**
 * The same id for the same message, so that it is known where its sender was told to try again. A copy that says that it may be a second
 * one is another message.
 */
const sameIdFor = ({ messageId, to, subject, text, html }: NewMessage): string =>
  createHash('sha256')
    .update(JSON.stringify([messageId, to, subject, text, html]))
    .digest('hex')
    .slice(0, 24);

const asMessage = (message: MessageDocument): OutboxMessage => ({
  id: message._id,
  kind: message.kind,
  to: message.to,
  subject: message.subject,
  text: message.text,
  html: message.html,
  attachments: message.attachments.map(({ id, fileName, contentType }) => ({
    fileName,
    contentType,
    url: `/outbox/attachments/${id}`,
  })),
  sentAt: message.sentAt.toISOString(),
});

/** Cuts the texts of the last messages where all of them together are too long for one answer. */
const withinAnswer = (messages: OutboxMessage[]): OutboxMessage[] => {
  let left = ANSWER_TEXT;
  const cut = (text: string): string => {
    const taken = text.slice(0, left);
    left -= taken.length;
    return taken;
  };
  return messages.map((message) => ({ ...message, text: cut(message.text), html: cut(message.html) }));
};
