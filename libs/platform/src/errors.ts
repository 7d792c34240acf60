import type { ErrorKind, Failure } from '@telemon/contracts/errors';
import { MongoError, MongoNetworkError, MongoNotConnectedError, MongoServerSelectionError } from 'mongodb';
import { logger } from './logging.ts';

/** A failure that the caller may be told of. Anything else that is thrown is a bug. */
export class DomainError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }

  get code(): string {
    return this.failure.code;
  }
}

/** Defines an error beside its use: a code, a kind (which the gateway makes a status) and a sentence. */
export const defineError =
  <Details = void>(code: string, kind: ErrorKind, sentence: (details: Details) => string) =>
  (details: Details, extras: Pick<Failure, 'fields' | 'retryAfterS'> = {}): DomainError =>
    new DomainError({ code, kind, message: sentence(details), ...extras });

/** Seconds after which a caller may try again when one of our servers is away. */
const RETRY_AFTER_S = 3;

export const unavailable = (message = 'This is not available right now'): DomainError =>
  new DomainError({ code: 'Unavailable', kind: 'unavailable', message, retryAfterS: RETRY_AFTER_S });

const isDatabaseAway = (error: unknown) =>
  error instanceof MongoServerSelectionError ||
  error instanceof MongoNetworkError ||
  error instanceof MongoNotConnectedError ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('RetryableWriteError') || error.name === 'MongoWaitQueueTimeoutError'));

/** What the caller is told of anything thrown. A bug is logged here, once, and its text stays here. */
export const failureOf = (error: unknown, context: Record<string, unknown> = {}): Failure => {
  if (error instanceof DomainError) return error.failure;
  if (isDatabaseAway(error)) {
    logger.warn({ ...context, reason: (error as Error).name }, 'database not reachable');
    return unavailable().failure;
  }
  logger.error({ ...context, err: error }, 'unexpected error');
  return { code: 'Internal', kind: 'internal', message: 'Something went wrong on our side' };
};
