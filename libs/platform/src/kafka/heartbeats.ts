import { createRequire } from 'node:module';

interface ConsumerGroup {
  /** Epoch milliseconds. */
  lastRequest: number;
  heartbeat(options: { interval: number }): Promise<void>;
}

/**
 * Lets hearts beat where the clock was set back. A consumer of kafkajs 2.2.4 waits from the time of its last heartbeat on, which
 * is in the future then: the broker takes it for dead, gives its partitions away, and refuses the offsets that it writes.
 */
export const letHeartsBeat = (): void => {
  const group = createRequire(import.meta.url)('kafkajs/src/consumer/consumerGroup') as {
    prototype: ConsumerGroup;
  };
  const { heartbeat } = group.prototype;
  group.prototype.heartbeat = function (this: ConsumerGroup, options) {
    this.lastRequest = Math.min(this.lastRequest, Date.now());
    return heartbeat.call(this, options);
  };
};
