/** The topic in which the datagrams of a route wait. */
export const queueOf = (routeId: string): string => `udp.route.${routeId}`;

/** The Kafka group that reads the queue, on whichever process. */
export const readerOf = (routeId: string): string => `telemon-udp-route-${routeId}`;

/** The headers of a datagram in a queue. */
export interface QueuedHeaders {
  /** As in `telemetry.raw`: a datagram that is queued again has the same one. */
  arrivalId: string;
  /** Epoch milliseconds, as text. */
  receivedAt: string;
}
