import type { Binary } from 'mongodb';

export interface AttachmentDocument {
  /** 128 random bits: only readers of the list know it. */
  id: string;
  fileName: string;
  contentType: string;
  bytes: number;
}

export interface MessageDocument {
  _id: string;
  kind: 'sms' | 'email';
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments: AttachmentDocument[];
  /** Twilio's id for it; '' for a mail. */
  sid: string;
  /** The sender's id of a mail, the same in every copy; '' where it has none. */
  messageId: string;
  sentAt: Date;
}

/** A part of an attachment, as a whole one may be larger than a document can be. */
export interface AttachmentPart {
  _id: string;
  attachmentId: string;
  messageId: string;
  number: number;
  bytes: Binary;
}

export interface NewAttachment {
  fileName: string;
  contentType: string;
  content: Buffer;
}

export interface NewMessage extends Pick<
  MessageDocument,
  'kind' | 'from' | 'to' | 'subject' | 'text' | 'html'
> {
  attachments?: NewAttachment[];
  sid?: string;
  /** A message without one is kept each time that it comes. */
  messageId?: string;
}
