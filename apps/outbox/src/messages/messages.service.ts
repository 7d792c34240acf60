import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { RequestOf } from '@telemon/contracts/call';
import type { OutboxMessage, outbox } from '@telemon/contracts/outbox/outbox';
import { logger } from '@telemon/platform/logging';
import { refuseAllButAdmins } from '@telemon/platform/messaging/role-errors';
import { ObjectId } from 'mongodb';
import { createHash, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { AttachmentDocument, MessageDocument, NewMessage } from './message.ts';
import { MessagesRepository } from './messages.repository.ts';

const MOST_KEPT = 10_000;
/** Messages between two removals of the oldest. */
const TIDY_EVERY = 100;
/** Longer texts are cut: a document can hold 16 MB. */
const LONGEST_TEXT = 500_000;
/** Characters of all texts in an answer: NATS carries 8 MB, and a character may take three bytes. */
const ANSWER_TEXT = 2_000_000;

/** The messages that would have left this machine, the newest ten thousand. */
@Injectable()
export class MessagesService {
  private untidied = 0;
  /** Ids of acknowledged mails. */
  private readonly acknowledged = new Set<string>();

  constructor(private readonly repository: MessagesRepository) {}

  /** Stores a message; when this resolves, it is durable. A mail that is sent again without an acknowledgement is stored once. */
  async keep(newMessage: NewMessage): Promise<MessageDocument> {
    const { attachments = [], text, html, sid = '', messageId, ...fields } = newMessage;
    const sameId = messageId ? sameIdFor(newMessage) : null;
    const _id = sameId !== null && !this.acknowledged.has(sameId) ? sameId : new ObjectId().toHexString();
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
      messageId: messageId ?? '',
      sentAt: new Date(),
    };
    await this.repository.insert(message);
    if (sameId !== null) this.remember(sameId);
    this.tidyNowAndThen();
    return message;
  }

  async list(actor: Actor, { kind, to, limit, offset }: RequestOf<typeof outbox.list>) {
    refuseAllButAdmins(actor);
    const { rows, totalCount } = await this.repository.page({ kind, to: to?.trim() }, { limit, offset });
    return { messages: withinAnswer(rows.map(asMessage)), pagination: { totalCount } };
  }

  async clear(actor: Actor): Promise<null> {
    refuseAllButAdmins(actor);
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

  /** From now on the same mail counts as another one: a provider would send it twice. */
  private remember(id: string): void {
    if (this.acknowledged.size >= MOST_KEPT) this.acknowledged.delete(this.acknowledged.keys().next().value!);
    this.acknowledged.add(id);
  }

  private tidyNowAndThen(): void {
    this.untidied++;
    if (this.untidied < TIDY_EVERY) return;
    this.untidied = 0;
    this.repository.keepNewest(MOST_KEPT).catch((error: Error) => {
      logger.warn({ reason: error.message }, 'old messages not removed');
    });
  }
}

/** A notice's link is signed anew for each attempt. */
const withoutLinks = (text: string): string => text.replace(/https?:\/\/[^\s"<>]+/g, '');

/**
 * The same id for the same message, so that a retry after a 451 is recognized. A copy whose text says that it may be a second one is
 * another message.
 */
const sameIdFor = ({ messageId, to, subject, text, html }: NewMessage): string =>
  createHash('sha256')
    .update(JSON.stringify([messageId, to, subject, withoutLinks(text), withoutLinks(html)]))
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

/** Cuts the texts of the last messages if all texts together are too long for one answer. */
const withinAnswer = (messages: OutboxMessage[]): OutboxMessage[] => {
  let left = ANSWER_TEXT;
  const cut = (text: string): string => {
    const taken = text.slice(0, left);
    left -= taken.length;
    return taken;
  };
  return messages.map((message) => ({ ...message, text: cut(message.text), html: cut(message.html) }));
};
