import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { MessagesService } from '../messages/messages.service.ts';
import { notFound } from '../sms/twilio-error.ts';

const SAFE_TYPE = /^[\w.+-]+\/[\w.+-]+$/;

/** Serves the attachments of mails, always as downloads. */
@Injectable()
export class Attachments {
  constructor(private readonly messages: MessagesService) {}

  register(server: FastifyInstance): void {
    server.get<{ Params: { id: string } }>('/attachments/:id', async (request, reply) => {
      const attachment = await this.messages.attachment(request.params.id);
      if (!attachment) throw notFound(request.url);
      const { fileName, contentType, bytes, content } = attachment;
      const name = encodeURIComponent(fileName || 'attachment').replace(
        /['()*]/g,
        (mark) => `%${mark.charCodeAt(0).toString(16)}`,
      );
      return reply
        .headers({
          'content-type': SAFE_TYPE.test(contentType) ? contentType : 'application/octet-stream',
          'content-length': bytes,
          'content-disposition': `attachment; filename*=UTF-8''${name}`,
          'x-content-type-options': 'nosniff',
        })
        .send(content);
    });
  }
}
