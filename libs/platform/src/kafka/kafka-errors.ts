const LOGIN_REFUSED = 'KafkaJSSASLAuthenticationError';
const UNKNOWN_TOPIC = 'UNKNOWN_TOPIC_OR_PARTITION';

/** Whether a retry may help: the client gave up only because its own retries are off, or Kafka refused the login. */
export const mayBeTriedAgain = (error: unknown): boolean =>
  (error as Error).name === 'KafkaJSNumberOfRetriesExceeded' || isLoginRefused(error);

/** Whether Kafka did not accept the login. It may later, if it has just started. */
export const isLoginRefused = (error: unknown): boolean =>
  [error, (error as Error).cause].some((each) => (each as Error | undefined)?.name === LOGIN_REFUSED);

/** Whether Kafka refused messages for their size: it will do so again, however often they are sent. */
export const isTooLarge = (error: unknown): boolean =>
  ['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE'].includes((error as { type?: string }).type ?? '');

/** Whether Kafka has no topic of the name. The client wraps an error that it may retry. */
export const isUnknownTopic = (error: unknown): boolean =>
  [error, (error as Error).cause].some(
    (each) => (each as { type?: string } | undefined)?.type === UNKNOWN_TOPIC,
  );
