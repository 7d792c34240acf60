import { z } from 'zod';
import type { Live } from './live.ts';

/** Told by a gateway to every service when a person has closed the connection on which they asked. */
const CallerGone = z.object({ requestId: z.string() });
const CALLER_GONE_SUBJECT = 'callers.gone';

/** By the request's id, what is to be ended where its caller goes. */
const waitedFor = new Map<string, AbortController>();

export const tellCallerGone = (live: Live, requestId: string): void =>
  live.publish(CALLER_GONE_SUBJECT, { requestId });

/** Ends what this process works on for callers who are gone. */
export const heedCallersGone = (live: Live): void => {
  live.subscribe(CALLER_GONE_SUBJECT, CallerGone, ({ requestId }) => waitedFor.get(requestId)?.abort());
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
