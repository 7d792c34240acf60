import type { RouteState, RouteStateName, UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { schemaOf } from '@telemon/platform/mongo-schema';

/** The messages that a route publishes when it connects, and when it disconnects. */
export interface PrePost {
  connectMessage: string;
  disconnectMessage: string;
  connectTopic: string;
  disconnectTopic: string;
  connectRetain: boolean;
  disconnectRetain: boolean;
}

/** The certificates that may vouch for the broker: encrypted, and as they are shown. */
export interface RouteTls {
  sealed: string;
  subject: string;
  issuer: string;
  validTo: Date;
  fingerprint: string;
}

/** How the forwarding of a route gets on, as the process that forwards it writes it. */
export interface RouteReport {
  state: RouteStateName;
  stateSince: Date;
  stateReason: string | null;
  forwarded: number;
  waiting: number;
  /** Datagrams that the full queue has dropped, as far as its reader has come past them. */
  dropped: number;
  /** Dropped datagrams that the reader has not come past yet. */
  overflowing: number;
}

export interface RouteDocument extends RouteReport {
  _id: string;
  deviceName: string;
  /** A later device of the name does not inherit the route. */
  deviceKey: number;
  host: string;
  port: number;
  topic: string;
  prePost: PrePost | null;
  tls: RouteTls | null;
  createdAt: Date;
  /** True until the process that forwards it has ended its connection and removed its queue. */
  removed: boolean;
}

const prePostSchema = schemaOf<PrePost>({
  connectMessage: String,
  disconnectMessage: String,
  connectTopic: String,
  disconnectTopic: String,
  connectRetain: Boolean,
  disconnectRetain: Boolean,
});

const tlsSchema = schemaOf<RouteTls>({
  sealed: String,
  subject: String,
  issuer: String,
  validTo: Date,
  fingerprint: String,
});

export const routeSchema = schemaOf<RouteDocument>({
  _id: String,
  deviceName: String,
  deviceKey: Number,
  host: String,
  port: Number,
  topic: String,
  prePost: prePostSchema,
  tls: tlsSchema,
  state: String,
  stateSince: Date,
  stateReason: String,
  forwarded: Number,
  waiting: Number,
  dropped: Number,
  overflowing: Number,
  createdAt: Date,
  removed: Boolean,
})
  .index({ createdAt: -1, _id: -1 })
  // A rule that is sent twice makes one route.
  .index(
    { deviceName: 1, host: 1, port: 1, topic: 1 },
    { unique: true, partialFilterExpression: { removed: false } },
  );

/** The report of a new route. */
export const firstReport = (now: Date): RouteReport => ({
  state: 'starting',
  stateSince: now,
  stateReason: null,
  forwarded: 0,
  waiting: 0,
  dropped: 0,
  overflowing: 0,
});

const NO_MESSAGES = {
  connectMessage: null,
  disconnectMessage: null,
  connectTopic: null,
  disconnectTopic: null,
  connectRetain: null,
  disconnectRetain: null,
};

/** A route as users see it: without its certificates. */
export const shownRoute = (route: RouteDocument): UdpRoute => ({
  id: route._id,
  deviceId: route.deviceName,
  host: route.host,
  port: route.port,
  topic: route.topic,
  prePostEnable: route.prePost !== null,
  ...NO_MESSAGES,
  ...route.prePost,
  tlsEnabled: route.tls !== null,
  certificate: shownCertificate(route.tls),
  state: shownState(route),
  forwarded: route.forwarded,
  waiting: route.waiting,
  dropped: route.dropped + route.overflowing,
  createdAt: route.createdAt.toISOString(),
});

const shownCertificate = (tls: RouteTls | null): UdpRoute['certificate'] =>
  tls && {
    subject: tls.subject,
    issuer: tls.issuer,
    validTo: tls.validTo.toISOString(),
    fingerprint: tls.fingerprint,
  };

const shownState = ({ state, stateSince, stateReason }: RouteReport): RouteState => ({
  name: state,
  since: stateSince.toISOString(),
  reason: stateReason,
});
