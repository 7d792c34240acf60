import type { NatsConnection } from '@nats-io/transport-node';
import type { Call } from '@telemon/contracts/call';
import type { Failure } from '@telemon/contracts/errors';
import { type Question, type Reply } from '@telemon/platform/messaging/answers';
import { connectNats } from '@telemon/platform/messaging/nats';
import { randomUUID } from 'node:crypto';
import { servers } from './servers.ts';

interface AskedQuestion extends Question {
  /** The call's own subject. */
  subject: string;
}

type Answer = Reply | 'silence';

/**
 * Stands in for the services behind a route table, on real NATS. It subscribes below a prefix of its own, which `withPrefix` puts
 * before a call's subject, so that parallel specs don't answer each other's questions.
 */
export class AnsweringService {
  /** Every question that came, the newest last. */
  readonly questions: AskedQuestion[] = [];
  private readonly answers = new Map<string, Answer>();

  private constructor(
    private readonly nats: NatsConnection,
    private readonly prefix: string,
  ) {}

  static async start(): Promise<AnsweringService> {
    const nats = await connectNats(servers().natsUrl, 'answering-service');
    const service = new AnsweringService(nats, `spec-${randomUUID()}`);
    nats.subscribe(`${service.prefix}.>`, {
      callback: (_error, message) => {
        const subject = message.subject.slice(service.prefix.length + 1);
        const { data, id } = message.json<{ data: Question; id: string }>();
        service.questions.push({ ...data, subject });
        const response = service.answers.get(subject) ?? { answer: null };
        if (response !== 'silence') message.respond(JSON.stringify({ response, isDisposed: true, id }));
      },
    });
    await nats.flush();
    return service;
  }

  withPrefix<C extends Call>(call: C): C {
    return { ...call, subject: `${this.prefix}.${call.subject}` };
  }

  /** The call on a subject without subscribers. */
  withoutAnswer<C extends Call>(call: C): C {
    return { ...call, subject: `${this.prefix}-nobody.${call.subject}` };
  }

  answer(call: Call, answer: unknown): void {
    this.answers.set(call.subject, { answer });
  }

  refuse(call: Call, failure: Failure): void {
    this.answers.set(call.subject, { failure });
  }

  /** Takes the question and never answers, as a service that hangs. */
  keepSilent(call: Call): void {
    this.answers.set(call.subject, 'silence');
  }

  get last(): AskedQuestion | undefined {
    return this.questions.at(-1);
  }

  forget(): void {
    this.questions.length = 0;
    this.answers.clear();
  }

  stop(): Promise<void> {
    return this.nats.close();
  }
}
