import {
  MongoBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoServerSelectionError,
} from 'mongodb';

const MAX_TIME_MS_EXPIRED = 50;

/**
 * Errors of a member that is starting, stopping or no longer primary: the driver retries once after most of them, and then throws
 * them as they are. It doesn't export its own lists for reads and cursors.
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

/** The database is up, but had no connection or not enough time for this. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof MongoError &&
  (error.name === 'MongoWaitQueueTimeoutError' || error.code === MAX_TIME_MS_EXPIRED);

/** The database may answer a little later, from another member or connection. */
export const isDatabaseAway = (error: unknown): boolean => {
  if (!(error instanceof MongoError)) return BROKEN_LINE.has((error as { code?: string } | null)?.code ?? '');
  return (
    error instanceof MongoServerSelectionError ||
    error instanceof MongoNetworkError ||
    error instanceof MongoNotConnectedError ||
    error.hasErrorLabel('RetryableWriteError') ||
    CHANGING_OVER.has(Number(error.code)) ||
    // A bulk write wraps the error.
    (error instanceof MongoBulkWriteError && isDatabaseAway(error.errorResponse))
  );
};
