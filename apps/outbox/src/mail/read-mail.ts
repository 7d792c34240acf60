import PostalMime, { type Attachment } from 'postal-mime';
import type { NewAttachment, NewMessage } from '../messages/message.ts';

/** What of a mail is kept. One that can't be taken apart is kept as it came: the outbox shows what would have left. */
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
