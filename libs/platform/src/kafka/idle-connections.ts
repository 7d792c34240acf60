import { createRequire } from 'node:module';

interface RequestQueue {
  readonly pending: readonly unknown[];
  scheduleCheckPendingRequests(): void;
}

/**
 * Lets idle connections to Kafka rest. After its first request, each connection of kafkajs 2.2.4 looks for requests that
 * wait, with a timer that it sets again every millisecond for ever: a few percent of a core per process. Only a queue
 * in which something waits has to be looked at again.
 */
export const letIdleConnectionsRest = (): void => {
  const queue = createRequire(import.meta.url)('kafkajs/src/network/requestQueue') as {
    prototype: RequestQueue;
  };
  const { scheduleCheckPendingRequests } = queue.prototype;
  queue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue) {
    if (this.pending.length > 0) scheduleCheckPendingRequests.call(this);
  };
};
