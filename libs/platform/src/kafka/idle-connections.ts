import { clientPart } from './client-part.ts';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Stops idle connections of kafkajs 2.2.4 from polling. After its first request, each connection looks for pending requests with
 * a timer that it sets again every millisecond, forever: a few percent of a core per process. Only a queue with pending requests
 * needs the timer.
 */
export const patchIdleConnections = (): void => {
  const queue = clientPart('network/requestQueue') as {
    prototype: RequestQueue;
  };
  const { scheduleCheckPendingRequests } = queue.prototype;
  queue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
  };
};
