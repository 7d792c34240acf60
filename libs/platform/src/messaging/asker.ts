import type { NatsConnection } from '@nats-io/transport-node';
import { type Actor, SYSTEM } from '@telemon/contracts/actor';
import type { AnswerOf, Call, QuestionOf } from '@telemon/contracts/call';
import { randomUUID } from 'node:crypto';
import { DomainError, unavailable } from '../errors.ts';
import { logger } from '../logging.ts';
import type { Reply } from './answers.ts';

/** How long an answer is waited for, ms; within the 5 s in which a caller must hear 503. */
const ANSWER_TIMEOUT_MS = 4_500;

export interface AskedBy {
  actor?: Actor;
  requestId?: string;
  address?: string | undefined;
}

/** Asks other services over NATS. */
export class Asker {
  constructor(private readonly nats: NatsConnection) {}

  /**
   * Asks and waits for the answer.
   * @throws DomainError what the service refused with; of kind `unavailable` where nobody answers in time.
   */
  async ask<C extends Call>(call: C, request: QuestionOf<C>, by: AskedBy = {}): Promise<AnswerOf<C>> {
    const requestId = by.requestId ?? randomUUID();
    const data = { actor: by.actor ?? SYSTEM, request, requestId, address: by.address };
    // The envelope of Nest's NATS transport, which serves the other side.
    const packet = JSON.stringify({ pattern: call.subject, id: requestId, data });
    const message = await this.nats
      .request(call.subject, packet, { timeout: ANSWER_TIMEOUT_MS })
      .catch((error: Error) => {
        logger.warn({ subject: call.subject, requestId, reason: error.name }, 'no answer');
        throw unavailable();
      });
    const { response } = message.json<{ response?: Reply<AnswerOf<C>> }>();
    if (!response) throw unavailable();
    if ('failure' in response) throw new DomainError(response.failure);
    return response.answer;
  }
}
