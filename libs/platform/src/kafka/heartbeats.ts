import { clientPart } from './client-part.ts';

interface ConsumerGroup {
  /** Epoch milliseconds. */
  lastRequest: number;
  heartbeat(options: { interval: number }): Promise<void>;
}

/**
 * Makes kafkajs 2.2.4 send heartbeats after the clock was set back. Its consumer waits from the time of its last heartbeat on,
 * which is then in the future: the broker takes the consumer for dead, reassigns its partitions, and refuses its offset commits.
 */
export const patchHeartbeats = (): void => {
  const group = clientPart('consumer/consumerGroup') as {
    prototype: ConsumerGroup;
  };
  const { heartbeat } = group.prototype;
  group.prototype.heartbeat = function (this: ConsumerGroup, options) {
    this.lastRequest = Math.min(this.lastRequest, Date.now());
    return heartbeat.call(this, options);
  };
};
