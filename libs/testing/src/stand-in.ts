import type { Msg } from '@nats-io/transport-node';
import type { AnswerOf, Call, RequestOf } from '@telemon/contracts/call';
import type { Question } from '@telemon/platform/messaging/answers';
import { connectNats } from '@telemon/platform/messaging/nats';
import { servers } from './servers.ts';

/**
 * Answers a call in place of its service, on real NATS. If `answer` returns undefined, it sends no reply, so that parallel specs
 * don't answer each other's questions.
 */
export const standIn = async <C extends Call>(
  call: C,
  answer: (request: RequestOf<C>) => AnswerOf<C> | undefined | Promise<AnswerOf<C> | undefined>,
): Promise<{ stop: () => Promise<void> }> => {
  const nats = await connectNats(servers().natsUrl, 'stand-in');
  const reply = async (message: Msg): Promise<void> => {
    const { data, id } = message.json<{ data: Question; id: string }>();
    const known = await answer(data.request as RequestOf<C>);
    if (known === undefined) return;
    message.respond(JSON.stringify({ response: { answer: known }, isDisposed: true, id }));
  };
  nats.subscribe(call.subject, { callback: (_error, message) => void reply(message) });
  await nats.flush();
  return { stop: () => nats.close() };
};
