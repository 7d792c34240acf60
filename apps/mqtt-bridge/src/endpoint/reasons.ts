/**
 * Why a sign-in or a packet is refused, or a connection is ended.
 *
 * `code` is the reason code of MQTT 5; `returnCode` is that of the CONNACK of MQTT 3.1.1, if there is one (otherwise the
 * connection is just closed). `name` labels it in logs and metrics.
 */
export interface Reason {
  readonly name: string;
  readonly code: number;
  readonly returnCode?: number;
  readonly text: string;
}

const define = (name: string, code: number, text: string, returnCode?: number): Reason => ({
  name,
  code,
  text,
  ...(returnCode !== undefined && { returnCode }),
});

export const REASONS = {
  malformed: define('malformed', 0x81, 'The packet cannot be read'),
  protocolError: define('protocol-error', 0x82, 'The packet is not allowed here'),
  tooSlow: define('too-slow', 0x83, 'The packet took too long to come'),
  unsupportedVersion: define('unsupported-version', 0x84, 'Use MQTT 3.1.1 or 5', 1),
  clientIdInvalid: define('client-id-invalid', 0x85, 'A client id is needed without a clean session', 2),
  badLogin: define('bad-login', 0x86, 'Wrong device name or password', 4),
  badCertificate: define(
    'bad-certificate',
    0x86,
    'The certificate is not valid for a login of the device',
    4,
  ),
  notAuthorized: define('not-authorized', 0x87, 'A device may use only its own topics', 5),
  unavailable: define('unavailable', 0x88, 'The login cannot be checked right now', 3),
  busy: define('busy', 0x89, 'There are too many connections', 3),
  shuttingDown: define('shutting-down', 0x8b, 'The server is shutting down; connect again'),
  unanswered: define('unanswered', 0x89, 'The messages cannot be stored right now; send them again'),
  badAuthenticationMethod: define('bad-authentication-method', 0x8c, 'Sign in with name and password'),
  keepAliveTimeout: define('keep-alive-timeout', 0x8d, 'Nothing came for longer than the keep-alive'),
  takenOver: define('taken-over', 0x8e, 'The device has connected again'),
  topicBlocked: define('topic-blocked', 0x87, 'The topic is blocked'),
  topicNameInvalid: define('topic-name-invalid', 0x90, 'The topic name is invalid'),
  tooManyUnreleased: define(
    'receive-maximum-exceeded',
    0x93,
    'Too many QoS 2 messages wait for their release',
  ),
  topicAliasInvalid: define('topic-alias-invalid', 0x94, 'The topic alias is 0 or too high'),
  tooLarge: define('packet-too-large', 0x95, 'The packet is too large'),
  tooManyFailures: define('too-many-failures', 0x97, 'Too many failed sign-ins; wait a minute', 5),
  revoked: define('revoked', 0x98, 'The device was deleted or has a new password'),
  authoritiesChanged: define(
    'authorities-changed',
    0x98,
    'The authorities of certificates have changed; connect again',
  ),
  certificateExpired: define('certificate-expired', 0xa0, 'The certificate has expired'),
  retainNotSupported: define('retain-not-supported', 0x9a, 'Retained messages are not supported', 5),
  subscriptionIdsNotSupported: define(
    'subscription-ids-not-supported',
    0xa1,
    'Subscription identifiers are not supported',
  ),
  notStored: define('not-stored', 0x83, 'The message cannot be stored'),
} as const satisfies Record<string, Reason>;

/** A packet breaks the protocol: its connection ends with the reason. */
export class ProtocolFault extends Error {
  constructor(readonly reason: Reason) {
    super(reason.text);
  }
}
