import { z } from 'zod';
import { call } from '../call.ts';
import { SAID_OF_MISSING, isMissing } from '../errors.ts';
import { DeviceName, Id, blankAsAbsent } from '../fields.ts';
import { Host, Port, TopicName } from '../outbound.ts';
import { pageOf, pageQuery } from '../page.ts';
import { faultOfCertificates } from './certificate-lines.ts';

/** Most routes of an installation: each has a queue and a connection of its own. */
export const UDP_ROUTES_MAX = 200;
export const ROUTE_MESSAGE_MAX_LENGTH = 1_000;

/** A flag as true or false, as the documents send it ('1' or '0'), or as other flags may come. */
const RouteFlag = z
  .union([z.enum(['1', '0', 'enabled', 'disabled']), z.boolean()])
  .transform((value) => value === true || value === '1' || value === 'enabled');

const RouteMessage = z
  .string()
  .min(1)
  .max(ROUTE_MESSAGE_MAX_LENGTH)
  .refine((text) => text.isWellFormed(), 'Letters, digits and signs only');

const PRE_POST_FIELDS = [
  'connectMessage',
  'disconnectMessage',
  'connectTopic',
  'disconnectTopic',
  'connectRetain',
  'disconnectRetain',
] as const;

type Given = Partial<Record<'prePostEnable' | 'tlsEnabled' | (typeof PRE_POST_FIELDS)[number], unknown>> & {
  certificate?: { list: string[] | null } | null | undefined;
};

const isTexts = (list: unknown): list is string[] =>
  Array.isArray(list) && list.every((entry) => typeof entry === 'string');

/** Also beside other faults, so that a form shows all that is missing. */
const BESIDE_OTHERS = ({ value }: { value: unknown }) => typeof value === 'object' && value !== null;

/** Required where messages at connect and disconnect are enabled; elsewhere it is ignored. */
const withMessages = (field: (typeof PRE_POST_FIELDS)[number]) =>
  z.refine<Given>((route) => route.prePostEnable !== true || !isMissing(route[field]), {
    path: [field],
    error: 'This field is required',
    params: SAID_OF_MISSING,
    when: BESIDE_OTHERS,
  });

/** Certificates are required where TLS is enabled; elsewhere they are ignored. */
const withTls = z.superRefine<Given>(
  (route, context) => {
    if (route.tlsEnabled !== true) return;
    const list: unknown = route.certificate?.list ?? [];
    // Otherwise, its type is at fault.
    if (!isTexts(list)) return;
    const fault = faultOfCertificates(list);
    if (fault === null) return;
    const path = ['certificate', 'list', ...(fault.entry === null ? [] : [fault.entry])];
    context.addIssue({ code: 'custom', path, message: fault.message, params: SAID_OF_MISSING });
  },
  { when: BESIDE_OTHERS },
);

/** The documents' rule: where each datagram of a device is forwarded to. */
export const NewUdpRoute = z
  .strictObject({
    deviceId: DeviceName,
    host: Host,
    port: Port,
    topic: TopicName,
    /** Whether messages are published when the route connects and disconnects. */
    prePostEnable: RouteFlag,
    connectMessage: blankAsAbsent(RouteMessage),
    disconnectMessage: blankAsAbsent(RouteMessage),
    connectTopic: blankAsAbsent(TopicName),
    disconnectTopic: blankAsAbsent(TopicName),
    connectRetain: blankAsAbsent(RouteFlag),
    disconnectRetain: blankAsAbsent(RouteFlag),
    tlsEnabled: RouteFlag,
    /** The lines of the certificates of which one has to vouch for the broker, in PEM. */
    certificate: blankAsAbsent(z.strictObject({ list: blankAsAbsent(z.array(z.string())) })),
  })
  .check(...PRE_POST_FIELDS.map(withMessages), withTls);
export type NewUdpRoute = z.infer<typeof NewUdpRoute>;

/**
 * How a route gets on. `starting`: no process has it at hand yet. `retrying`: the broker can't be reached at the moment.
 * `refused`: Telemon may not connect to it, or can't.
 */
export const RouteStateName = z.enum(['starting', 'connected', 'retrying', 'refused']);
export type RouteStateName = z.infer<typeof RouteStateName>;

export const RouteState = z.object({
  name: RouteStateName,
  since: z.string(),
  /** Why it is not connected. */
  reason: z.string().nullable(),
});
export type RouteState = z.infer<typeof RouteState>;

/** The certificate of a route; of several, the one that expires first. */
const RouteCertificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  validTo: z.string(),
  /** SHA-256, as pairs of hex digits with colons. */
  fingerprint: z.string(),
});
type RouteCertificate = z.infer<typeof RouteCertificate>;

export const UdpRoute = z.object({
  id: Id,
  deviceId: z.string(),
  host: z.string(),
  port: z.int(),
  topic: z.string(),
  prePostEnable: z.boolean(),
  connectMessage: z.string().nullable(),
  disconnectMessage: z.string().nullable(),
  connectTopic: z.string().nullable(),
  disconnectTopic: z.string().nullable(),
  connectRetain: z.boolean().nullable(),
  disconnectRetain: z.boolean().nullable(),
  tlsEnabled: z.boolean(),
  certificate: RouteCertificate.nullable(),
  state: RouteState,
  /** Datagrams that the broker has acknowledged, that wait for it, and that the full queue has dropped. */
  forwarded: z.int(),
  waiting: z.int(),
  dropped: z.int(),
  createdAt: z.string(),
});
export type UdpRoute = z.infer<typeof UdpRoute>;

/** A route as the log needs it: it takes the device's datagrams that arrive since then. */
export const RouteInForce = z.object({
  deviceKey: z.int(),
  host: z.string(),
  port: z.int(),
  topic: z.string(),
  /** Epoch milliseconds. */
  since: z.int(),
});
export type RouteInForce = z.infer<typeof RouteInForce>;

const udpRoutesQuery = pageQuery(['id', 'deviceId', 'host', 'port', 'topic', 'createdAt']);

export const udpRoutes = {
  create: call('udp-router.routes.create', NewUdpRoute, UdpRoute),
  list: call('udp-router.routes.list', udpRoutesQuery, pageOf('udpRoutes', UdpRoute)),
  remove: call('udp-router.routes.remove', z.strictObject({ id: Id }), z.null()),
  /** All routes, oldest first, for services alone. */
  inForce: call(
    'udp-router.routes.in-force',
    z.strictObject({}),
    z.object({ routes: z.array(RouteInForce) }),
  ),
};

/** Published over NATS when a route was made or removed; without it, it is noticed a little later. */
export const ROUTES_CHANGED_SUBJECT = 'udp-router.routes.changed';
export const RoutesChanged = z.object({});
