/** Why reading from a connection is paused. */
export const HOLD = {
  /** The device's login is being looked up. */
  signIn: 1,
  /** Its messages under way are at their limit. */
  inFlight: 2,
  /** The device is beyond its rate. */
  rate: 4,
  /** The buffer of messages for Kafka is full. */
  buffer: 8,
  /** The bridge is stopping. */
  stopping: 16,
  /** The peer doesn't read our answers. */
  drain: 32,
  /** This process stalled, and its login may have ended meanwhile. */
  catchUp: 64,
  /** The large packets of other connections leave no room for its own. */
  largePackets: 128,
} as const;

/** In these holds the device waits for us, so its silence is no timeout. */
export const OURS =
  HOLD.signIn | HOLD.inFlight | HOLD.rate | HOLD.buffer | HOLD.stopping | HOLD.catchUp | HOLD.largePackets;
