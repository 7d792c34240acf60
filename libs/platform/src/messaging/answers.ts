import { MessagePattern } from '@nestjs/microservices';
import { Actor } from '@telemon/contracts/actor';
import type { Call, RequestOf, AnswerOf } from '@telemon/contracts/call';
import { type Failure, failureOfInput } from '@telemon/contracts/errors';
import { z } from 'zod';
import { answeringBy, refuseIfTooLate } from '../deadline.ts';
import { failureOf } from '../errors.ts';
import { whileWaitedFor } from './callers.ts';
import type { Streamed } from './outgoing-files.ts';
import { PackedJson } from './packed-json.ts';
import { isInParts, jsonOfParts, type Parts } from './parts.ts';

/** The envelope of every question over NATS. */
export const Question = z.object({
  actor: Actor,
  request: z.unknown(),
  requestId: z.string(),
  /** The caller's deadline, epoch ms. */
  answerBy: z.number(),
  /** Network address of the user, if one asks. */
  address: z.string().optional(),
  /** The user's browser or program, as it calls itself. */
  userAgent: z.string().optional(),
  /** Where the caller awaits the file that the call is about. */
  inbox: z.string().optional(),
});
export type Question = z.infer<typeof Question>;

export type Reply<Answer = unknown> = { answer: Answer } | { failure: Failure };

/** The argument of a handler: the actor, and the validated request. */
export interface Asked<C extends Call> {
  actor: Actor;
  request: RequestOf<C>;
  requestId: string;
  address: string | undefined;
  userAgent: string | undefined;
  inbox: string | undefined;
}

/**
 * Makes a controller's method answer a call over NATS. The question is validated before the method runs, and refused after its
 * deadline; an error of the method becomes a failure for the gateway. The answer of a call that may be large is compressed; the
 * method may return it in parts, or already compressed.
 */
export const Answers =
  <C extends Call>(call: C) =>
  <Method extends (asked: Asked<C>) => Promise<AnswerOf<C> | PackedJson | Streamed> | Parts<AnswerOf<C>>>(
    target: object,
    key: string | symbol,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const method = descriptor.value!;
    const answer = async function (this: unknown, message: unknown): Promise<Reply | PackedJson> {
      const question = Question.safeParse(message);
      if (!question.success) return { failure: failureOfInput(question.error, message) };
      const { actor, request, requestId, answerBy, address, userAgent, inbox } = question.data;
      const parsed = call.request.safeParse(request);
      if (!parsed.success) return { failure: failureOfInput(parsed.error, request) };
      try {
        const asked = { actor, request: parsed.data as RequestOf<C>, requestId, address, userAgent, inbox };
        const work = async () => {
          refuseIfTooLate();
          const answered = await method.call(this, asked);
          return call.isLarge ? await packed(answered) : { answer: answered };
        };
        return await whileWaitedFor(requestId, (gone) => answeringBy(answerBy, work, gone));
      } catch (error) {
        return { failure: failureOf(error, { requestId, subject: call.subject }) };
      }
    };
    // Nest reads its metadata from the function itself and finds parameters by position.
    descriptor.value = answer as unknown as Method;
    MessagePattern(call.subject)(target, key, descriptor as TypedPropertyDescriptor<unknown>);
  };

const packed = async (answer: unknown): Promise<PackedJson> => {
  if (answer instanceof PackedJson) return answer;
  return PackedJson.of(isInParts(answer) ? jsonOfParts(answer) : [JSON.stringify(answer)]);
};
