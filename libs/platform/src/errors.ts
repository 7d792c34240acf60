import type { ErrorKind, Failure } from '@telemon/contracts/errors';
import { isDatabaseAway, isDatabaseBusy } from './database-errors.ts';
import { logger } from './logging.ts';

/** A failure that the caller may see. Any other thrown error is a bug. */
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
export const RETRY_AFTER_S = 3;

export const unavailable = (message = 'This is not available right now'): DomainError =>
  new DomainError({ code: 'Unavailable', kind: 'unavailable', message, retryAfterS: RETRY_AFTER_S });

/** The caller should retry: other requests use all capacity at the moment. */
export const busy = (): DomainError =>
  new DomainError({
    code: 'Busy',
    kind: 'unavailable',
    message: 'Too much is asked at the moment. Try again in a few seconds',
    retryAfterS: RETRY_AFTER_S,
  });

/** Whether a retry a little later may succeed. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError
    ? error.failure.kind === 'unavailable'
    : isDatabaseBusy(error) || isDatabaseAway(error);

/** The error in a few words for the log, also if it has no message. */
export const reasonOf = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error);
  const { name, message, code, cause, errors = [] } = error as Partial<AggregateError & { code: unknown }>;
  const inner = cause === undefined ? errors : [...errors, cause];
  return [name, message || code || inner.map(reasonOf).join(', ')].filter(Boolean).join(': ');
};

/** The failure that the caller gets. A bug is logged here, once, and its message stays here. */
export const failureOf = (error: unknown, context: Record<string, unknown> = {}): Failure => {
  if (error instanceof DomainError) return error.failure;
  if (isDatabaseBusy(error)) {
    logger.warn({ ...context, reason: (error as Error).name }, 'database busy');
    return busy().failure;
  }
  if (isDatabaseAway(error)) {
    logger.warn({ ...context, reason: reasonOf(error) }, 'database not reachable');
    return unavailable().failure;
  }
  logger.error({ ...context, err: error }, 'unexpected error');
  return { code: 'Internal', kind: 'internal', message: 'Something went wrong on our side' };
};
