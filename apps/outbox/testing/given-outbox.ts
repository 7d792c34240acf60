import { SYSTEM } from '@telemon/contracts/actor';
import { type OutboxMessage, OutboxQuery } from '@telemon/contracts/outbox/outbox';
import { type FreshDatabase, freshDatabase } from '@telemon/testing/database';
import { servers } from '@telemon/testing/servers';
import { type StartedService, startService } from '@telemon/testing/service';
import { createTransport } from 'nodemailer';
import twilio from 'twilio';
import RequestClient from 'twilio/lib/base/RequestClient.js';
import { OutboxVariables } from '../src/config.ts';
import { HttpServer } from '../src/http/http-server.ts';
import { MailServer } from '../src/mail/mail-server.ts';
import { MessagesService } from '../src/messages/messages.service.ts';
import { OutboxModule } from '../src/outbox.module.ts';

/** The account of Twilio in requests. */
export const ACCOUNT = `AC${'0'.repeat(32)}`;

/** Starts the outbox on free ports. */
export const startOutbox = (mongoUrl: string): Promise<StartedService> => {
  const config = OutboxVariables.parse({
    HEALTH_PORT: '1',
    NATS_URL: servers().natsUrl,
    MONGODB_URL: mongoUrl,
    SMTP_PORT: '1',
    HTTP_PORT: '1',
  });
  return startService({
    app: 'outbox',
    config: { ...config, SMTP_PORT: 0, HTTP_PORT: 0 },
    module: OutboxModule,
  });
};

/** An outbox on a database of its own, and clients that send to it. */
export class GivenOutbox {
  readonly messages: MessagesService;
  readonly smtpPort: number;
  /** The address of its HTTP server. */
  readonly url: string;

  private constructor(
    readonly service: StartedService,
    readonly database: FreshDatabase,
  ) {
    this.messages = service.get(MessagesService);
    this.smtpPort = service.get(MailServer).port;
    this.url = `http://127.0.0.1:${service.get(HttpServer).port}`;
  }

  static async start(): Promise<GivenOutbox> {
    const database = await freshDatabase();
    return new GivenOutbox(await startOutbox(database.url), database);
  }

  mailer(options = {}) {
    return createTransport({ host: '127.0.0.1', port: this.smtpPort, ...options });
  }

  /** Twilio's own client, which sends to the outbox in place of Twilio. */
  twilioClient() {
    const { url } = this;
    class OutboxClient extends RequestClient {
      override request<TData>(options: RequestClient.RequestOptions<TData>) {
        const uri = options.uri.replace('https://api.twilio.com', url);
        return super.request<TData>({ ...options, uri });
      }
    }
    return twilio(ACCOUNT, 'any token', { httpClient: new OutboxClient() });
  }

  async list(query: Record<string, unknown> = {}): Promise<OutboxMessage[]> {
    return (await this.messages.list(SYSTEM, OutboxQuery.parse(query))).messages;
  }

  /** Downloads an attachment by its address in the list. */
  download(address: string): Promise<Response> {
    return fetch(`${this.url}${address.replace('/outbox', '')}`);
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.database.drop();
  }
}
