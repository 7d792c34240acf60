/** Errors that neither a broker nor the network causes: a bug in our code or in the client's. */
const BUGS = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'KafkaJSInvariantViolation',
]);

/**
 * Whether an error of the client is a bug, which a retry won't fix. The client's own classification is no help: it takes a
 * connection that breaks during the sign-in for a permanent failure.
 */
export const isBug = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause } = error as Error;
  return BUGS.has(name) || isBug(cause);
};
