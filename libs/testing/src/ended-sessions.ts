import type { NatsConnection } from '@nats-io/transport-node';
import { sessions } from '@telemon/contracts/auth/sessions';
import { connectNats } from '@telemon/platform/messaging/nats';
import { randomUUID } from 'node:crypto';
import { servers } from './servers.ts';

/** Answers in place of auth which sessions ended, on real NATS and a subject of its own. */
export class SessionsThatEnd {
  readonly call = { ...sessions.ended, subject: `spec-${randomUUID()}.sessions.ended` };
  private readonly ended = new Set<string>();

  private constructor(private readonly nats: NatsConnection) {
    nats.subscribe(this.call.subject, {
      callback: (_error, message) => {
        const { id } = message.json<{ id: string }>();
        const answer = { sessionIds: [...this.ended], asOf: Date.now() };
        message.respond(JSON.stringify({ response: { answer }, isDisposed: true, id }));
      },
    });
  }

  static async start(): Promise<SessionsThatEnd> {
    const nats = await connectNats(servers().natsUrl, 'sessions-that-end');
    const sessionsThatEnd = new SessionsThatEnd(nats);
    await nats.flush();
    return sessionsThatEnd;
  }

  end(sessionId: string): void {
    this.ended.add(sessionId);
  }

  stop(): Promise<void> {
    return this.nats.close();
  }
}
