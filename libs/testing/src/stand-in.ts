import type { Msg } from '@nats-io/transport-node';
import type { AnswerOf, Call, RequestOf } from '@telemon/contracts/call';
import type { Question, Reply } from '@telemon/platform/messaging/answers';
import { DomainError } from '@telemon/platform/errors';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from './servers.ts';

/**
 * Answers a call in place of its service, on real NATS. If `answer` returns undefined, it sends no reply, so that parallel specs
 * don't answer each other's questions; if it throws a domain error, that is the reply.
 */
export const standIn = async <C extends Call>(
  call: C,
  answer: (request: RequestOf<C>) => AnswerOf<C> | undefined | Promise<AnswerOf<C> | undefined>,
): Promise<{ stop: () => Promise<void> }> => {
  const nats = await connectNats(servers().natsUrl, 'stand-in');
  const reply = async (message: Msg): Promise<void> => {
    const { data, id } = message.json<{ data: Question; id: string }>();
    const response = await responseOf(async () => answer(data.request as RequestOf<C>));
    if (response !== null) message.respond(JSON.stringify({ response, isDisposed: true, id }));
  };
  nats.subscribe(call.subject, { callback: (_error, message) => void reply(message) });
  await nats.flush();
  return { stop: () => nats.close() };
};

const responseOf = async <Answer>(answer: () => Promise<Answer | undefined>): Promise<Reply | null> => {
  try {
    const known = await answer();
    return known === undefined ? null : { answer: known };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { failure: error.failure };
  }
};
