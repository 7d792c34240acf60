import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerSelectionError,
} from 'mongodb';

const MAX_TIME_MS_EXPIRED = 50;

/**
 * Said by a member that is going, coming, or no longer the one to ask: the driver asks again once after most of them, and then
 * gives them to the caller as they are. It keeps its own lists, of reads and cursors, to itself.
 */
const CHANGING_OVER = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  43, // CursorNotFound
  63, // StaleShardVersion
  89, // NetworkTimeout
  91, // ShutdownInProgress
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  189, // PrimarySteppedDown
  262, // ExceededTimeLimit
  9_001, // SocketException
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_602, // InterruptedDueToReplStateChange
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** A socket's own errors, which the driver does not always wrap. */
const BROKEN_LINE = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);

/** The database answers others, yet had no connection or no time left for this. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof MongoError &&
  (error.name === 'MongoWaitQueueTimeoutError' || error.code === MAX_TIME_MS_EXPIRED);

/** It may well answer a little later, from another member or over another line. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof MongoError)) return BROKEN_LINE.has((error as { code?: string } | null)?.code ?? '');
  return (
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNetworkError ||
    error instanceof MongoNotConnectedError ||
    error.hasErrorLabel('RetryableWriteError') ||
    CHANGING_OVER.has(Number(error.code)) ||
    // A write to many documents wraps whatever went wrong.
    (error instanceof MongoBulkWriteError && isDatabaseAway(error.errorResponse))
  );
};
