import { Inject, Injectable } from '@nestjs/common';
import { failureOf } from '@telemon/platform/errors';
import { Lifecycle } from '@telemon/platform/lifecycle';
import { CONFIG } from '@telemon/platform/platform.module';
import { STATUS_OF_KIND } from '@telemon/contracts/errors';
import { type FastifyError, type FastifyInstance, fastify } from 'fastify';
import type { AddressInfo } from 'node:net';
import type { OutboxVariables } from '../config.ts';
import { SmsEndpoint } from '../sms/sms-endpoint.ts';
import { TwilioError, formUnreadable, notFound } from '../sms/twilio-error.ts';
import { Attachments } from './attachments.ts';

const BODY_MAX_BYTES = 64 * 1_024;

/** The outbox over HTTP: Twilio's API for SMS, and attachments. Errors are in Twilio's form. */
@Injectable()
export class HttpServer {
  private readonly server: FastifyInstance;

  constructor(
    @Inject(CONFIG) private readonly config: OutboxVariables,
    private readonly sms: SmsEndpoint,
    private readonly attachments: Attachments,
    lifecycle: Lifecycle,
  ) {
    this.server = fastify({ bodyLimit: BODY_MAX_BYTES, forceCloseConnections: true });
    lifecycle.onStart(() => this.start());
    lifecycle.onStop(() => this.server.close());
  }

  /** The port that it listens on. */
  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  private async start(): Promise<void> {
    const { server } = this;
    server.removeAllContentTypeParsers();
    server.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    server.setErrorHandler((error, _request, reply) => {
      const told = asTwilioError(error);
      return reply.code(told.status).send(told.body);
    });
    server.setNotFoundHandler((request, reply) => reply.code(404).send(notFound(request.url).body));
    this.sms.register(server);
    this.attachments.register(server);
    await server.listen({ port: this.config.HTTP_PORT, host: this.config.HOST });
  }
}

const asTwilioError = (error: unknown): TwilioError => {
  if (error instanceof TwilioError) return error;
  const { statusCode = 500 } = error as FastifyError;
  if (statusCode < 500) return formUnreadable();
  const { kind, message } = failureOf(error);
  return new TwilioError(STATUS_OF_KIND[kind], 20_500, message);
};
