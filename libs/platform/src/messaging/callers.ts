import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';

/** Told by a gateway to every service when a person has closed the connection on which they asked. */
const CallerGone = z.object({ requestId: z.string() });
const CALLER_GONE_SUBJECT = 'callers.gone';

/** By the request's id, what is to be ended where its caller goes. */
const waitedFor = new Map<string, AbortController>();

export const tellCallerGone = (nats: NatsConnection, requestId: string): void => {
  if (!nats.isClosed()) nats.publish(CALLER_GONE_SUBJECT, JSON.stringify({ requestId }));
};

/** Ends what this process works on for callers who are gone. */
export const heedCallersGone = (nats: NatsConnection): void => {
  nats.subscribe(CALLER_GONE_SUBJECT, {
    callback: (error, message) => {
      if (error) return;
      const told = CallerGone.safeParse(parsed(message.string()));
      if (told.success) waitedFor.get(told.data.requestId)?.abort();
    },
  });
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** Runs the work on an answer with a signal that aborts when its caller is gone. */
export const whileWaitedFor = async <Result>(
  requestId: string,
  work: (gone: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const gone = new AbortController();
  waitedFor.set(requestId, gone);
  try {
    return await work(gone.signal);
  } finally {
    if (waitedFor.get(requestId) === gone) waitedFor.delete(requestId);
  }
};
