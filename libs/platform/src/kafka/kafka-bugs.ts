/** Errors that no broker and no line brings about: somebody wrote the code wrongly, here or in the client. */
const BUGS = new Set([
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'KafkaJSInvariantViolation',
]);

/**
 * Whether a failure of the client is a bug, which asking Kafka again won't mend. Its own word on that is no help: it takes a
 * line that breaks while it signs in for a failure for good.
 */
export const isBug = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  const { name, cause } = error as Error;
  return BUGS.has(name) || isBug(cause);
};
