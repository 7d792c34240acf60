import { z } from 'zod';
import type { Live } from './live.ts';

/** Published by a gateway to every service when a caller has closed their connection. */
const CallerGone = z.object({ requestId: z.string() });
const CALLER_GONE_SUBJECT = 'callers.gone';

/** Abort controllers of the work under way, by request id. */
const waitedFor = new Map<string, AbortController>();

export const tellCallerGone = (live: Live, requestId: string): void =>
  live.publish(CALLER_GONE_SUBJECT, { requestId });

/** Aborts the work of this process for callers that have gone. */
export const abortForGoneCallers = (live: Live): void => {
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
