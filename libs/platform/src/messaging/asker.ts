import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { AnswerOf, Call, QuestionOf } from '@telemon/contracts/call';
import { randomUUID } from 'node:crypto';
import { DomainError, unavailable } from '../errors.ts';
import { logger } from '../logging.ts';
import type { Reply } from './answers.ts';
import type { PackedJson } from './packed-json.ts';
import { packedIn } from './packed-replies.ts';

/** Default timeout of a call, ms; within the 5 s in which a caller must get a 503. */
const ANSWER_TIMEOUT_MS = 4_500;

export interface AskedBy {
  actor?: Actor;
  requestId?: string;
  address?: string | undefined;
  userAgent?: string | undefined;
  /** Where the service should stream the file to that the call is about. */
  inbox?: string;
}

/** Asks other services over NATS. */
export class Asker {
  constructor(private readonly nats: NatsConnection) {}

  /**
   * Asks and waits for the answer.
   * @throws DomainError the service's failure; of kind `unavailable` if no answer comes in time.
   */
  async ask<C extends Call>(call: C, request: QuestionOf<C>, by: AskedBy = {}): Promise<AnswerOf<C>> {
    const requestId = by.requestId ?? randomUUID();
    const message = await this.request(call, request, { ...by, requestId });
    const packed = packedIn(bytesOf(message), message.headers);
    if (packed) return JSON.parse((await packed.unpack()).toString()) as AnswerOf<C>;
    return answerIn<C>(message);
  }

  /**
   * Like `ask`, but returns the answer as the JSON that came, in UTF-8, for callers that only forward it: to parse and serialize
   * a large one would block the event loop. A compressed answer stays compressed.
   */
  async askForJson<C extends Call>(
    call: C,
    request: QuestionOf<C>,
    by: AskedBy = {},
  ): Promise<Buffer | PackedJson> {
    const requestId = by.requestId ?? randomUUID();
    const message = await this.request(call, request, { ...by, requestId });
    const reply = bytesOf(message);
    return (
      packedIn(reply, message.headers) ??
      answerWithin(reply, requestId) ??
      Buffer.from(JSON.stringify(answerIn<C>(message)))
    );
  }

  private request<C extends Call>(
    call: C,
    request: QuestionOf<C>,
    { actor = SYSTEM, requestId, address, userAgent, inbox }: AskedBy & { requestId: string },
  ): Promise<Msg> {
    const timeout = call.answerWithinMs ?? ANSWER_TIMEOUT_MS;
    const answerBy = Date.now() + timeout;
    const data = { actor, request, requestId, answerBy, address, userAgent, inbox };
    // The envelope of Nest's NATS transport, which serves the other side.
    const packet = JSON.stringify({ pattern: call.subject, id: requestId, data });
    return this.nats.request(call.subject, packet, { timeout }).catch((error: Error) => {
      logger.warn({ subject: call.subject, requestId, reason: error.name }, 'no answer');
      throw unavailable();
    });
  }
}

const bytesOf = ({ data: { buffer, byteOffset, byteLength } }: Msg): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

const answerIn = <C extends Call>(message: Msg): AnswerOf<C> => {
  const { response } = message.json<{ response?: Reply<AnswerOf<C>> }>();
  if (!response) throw unavailable();
  if ('failure' in response) throw new DomainError(response.failure);
  return response.answer;
};

const BEFORE_ANSWER = Buffer.from('{"response":{"answer":');

/** The answer's bytes in a reply of Nest's format; null if the format is another one, or the reply is a failure. */
const answerWithin = (reply: Buffer, requestId: string): Buffer | null => {
  const after = Buffer.from(`},"isDisposed":true,"id":${JSON.stringify(requestId)}}`);
  const end = reply.length - after.length;
  return end >= BEFORE_ANSWER.length &&
    reply.subarray(0, BEFORE_ANSWER.length).equals(BEFORE_ANSWER) &&
    reply.subarray(end).equals(after)
    ? reply.subarray(BEFORE_ANSWER.length, end)
    : null;
};
