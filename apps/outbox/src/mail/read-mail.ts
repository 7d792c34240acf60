import PostalMime, { type Attachment } from 'postal-mime';
import type { NewAttachment, NewMessage } from '../messages/message.ts';

/** Parses a mail. One that can't be parsed is kept as raw text, because the outbox shows every mail. */
export const readMail = async (
  raw: Buffer,
): Promise<Pick<NewMessage, 'subject' | 'text' | 'html' | 'attachments' | 'messageId'>> => {
  try {
    const { subject = '', text = '', html = '', attachments, messageId = '' } = await PostalMime.parse(raw);
    return { subject, text, html, attachments: attachments.map(asAttachment), messageId };
  } catch {
    return { subject: '', text: raw.toString('utf8'), html: '', attachments: [] };
  }
};

const asAttachment = ({ filename, mimeType, content }: Attachment): NewAttachment => ({
  fileName: filename ?? '',
  contentType: mimeType,
  content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(new Uint8Array(content)),
});
