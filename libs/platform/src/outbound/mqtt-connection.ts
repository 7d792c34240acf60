import type { MqttClient } from 'mqtt';
import { randomBytes } from 'node:crypto';
import type { LookupAddress } from 'node:dns';
import { type EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { openSocket, openTlsSocket } from './outbound-socket.ts';

/** How long a broker may take to accept the connection, and to acknowledge a message, ms. */
const ANSWER_WITHIN_MS = 5_000;
/** A broker has nothing to send but an answer of a few bytes to each packet; so much more is borne with. */
const MOST_RECEIVED_BYTES = 64 * 1024;
/** The longest answer to a packet: PUBACK and CONNACK have four bytes, PINGRESP has two. */
const ANSWER_BYTES = 4;

/** Why a broker did not get a message, in words for users. */
export class BrokerFailure extends Error {
  constructor(
    message: string,
    /** True if the broker may have accepted the message. */
    readonly mayHaveArrived: boolean,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** A broker that a user names, with the checked addresses of its host. */
export interface Broker {
  host: string;
  port: number;
  addresses: LookupAddress[];
  /** Over TLS; with authorities, the broker's certificate has to come from one of them, else from one that the machine trusts. */
  tls?: { authorities?: string[] };
}

/** A message of bytes or text with QoS 1. */
export interface MqttMessage {
  topic: string;
  payload: string | Buffer;
  retain: boolean;
}

interface Settings {
  /** A broker ends the older of two connections with the same id. */
  clientId?: string;
  /** The broker publishes it if the connection ends without a goodbye. */
  will?: MqttMessage;
  /** After this time without a message the connection is closed, ms; by default it stays. */
  idleTimeoutMs?: number;
  /** A broker that does not answer for this long while nothing is sent is left, s. */
  keepaliveS?: number;
  answerWithinMs?: number;
}

/** A connection to the broker of a user's choice, which may be hostile. */
export class MqttConnection {
  /** Ends the wait for the acknowledgement of each message under way. */
  private readonly underWay = new Set<(reason: string) => void>();
  private restingSince = performance.now();
  private timer: NodeJS.Timeout | undefined;
  private failure: string | null = null;

  private constructor(
    private readonly client: MqttClient,
    private readonly socket: Socket,
    private readonly settings: Settings,
    private readonly answerWithinMs: number,
  ) {
    client.on('error', () => socket.destroy());
    let sent = 0;
    client.on('packetsend', () => void sent++);
    socket.on('data', () => {
      if (socket.bytesRead > MOST_RECEIVED_BYTES + sent * ANSWER_BYTES)
        socket.destroy(new Error('it sent too much'));
    });
    socket.once('close', () => {
      for (const fail of this.underWay) fail('The MQTT broker closed the connection');
      this.close();
    });
  }

  /** @throws BrokerFailure */
  static async open(broker: Broker, settings: Settings = {}): Promise<MqttConnection> {
    const { answerWithinMs = ANSWER_WITHIN_MS, clientId, will, keepaliveS } = settings;
    // Only now: the package takes 20 MB, and most installations have no such broker.
    const { MqttClient } = await import('mqtt');
    const signal = AbortSignal.timeout(answerWithinMs);
    const socket = await openedTo(broker, signal);
    const client = new MqttClient(() => socket, {
      clientId: clientId ?? `telemon-${randomBytes(6).toString('hex')}`,
      ...(will && { will: { ...will, qos: 1 as const } }),
      ...(keepaliveS !== undefined && { keepalive: keepaliveS }),
      clean: true,
      reconnectPeriod: 0,
      queueQoSZero: false,
      resubscribe: false,
    });
    const connection = new MqttConnection(client, socket, settings, answerWithinMs);
    try {
      const closed = once(socket, 'close', { signal }).then(() => {
        throw new Error('closed');
      });
      await Promise.race([once(client as unknown as EventEmitter, 'connect', { signal }), closed]);
    } catch (error) {
      connection.close();
      throw new BrokerFailure(reasonOfRefusal(socket.errored ?? error, signal), false, error);
    }
    connection.rest();
    return connection;
  }

  get isOpen(): boolean {
    return !this.socket.destroyed && this.client.connected && !this.client.disconnecting;
  }

  /** Why a message was not acknowledged, which ends the connection; null: each was. */
  get failedFor(): string | null {
    return this.failure;
  }

  /** Since when no message has been under way; null while one is. */
  get idleSince(): number | null {
    return this.underWay.size === 0 ? this.restingSince : null;
  }

  /** Calls `listener` once the connection is closed. */
  onClose(listener: () => void): void {
    this.socket.once('close', listener);
  }

  /** Publishes a message. @throws BrokerFailure if it was not acknowledged */
  async publish({ topic, payload, retain }: MqttMessage): Promise<void> {
    clearTimeout(this.timer);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const fail = (reason: string) => {
      this.failure ??= reason;
      reject(new BrokerFailure(reason, true));
    };
    const tooLate = setTimeout(
      () => fail('The MQTT broker did not acknowledge the message in time'),
      this.answerWithinMs,
    );
    this.underWay.add(fail);
    this.client.publish(topic, payload, { qos: 1, retain }, (error) =>
      error ? fail('The MQTT broker closed the connection') : resolve(),
    );
    try {
      await promise;
    } catch (error) {
      this.client.end(true);
      throw error;
    } finally {
      clearTimeout(tooLate);
      this.underWay.delete(fail);
      this.restingSince = performance.now();
      if (this.underWay.size === 0 && this.isOpen) this.rest();
    }
  }

  /** Closes the connection, after a goodbye to the broker if no message is under way. */
  close(): void {
    clearTimeout(this.timer);
    this.client.end(!this.isOpen || this.underWay.size > 0);
    // A broker that keeps its half of the connection open can't keep ours open.
    this.socket.setTimeout(this.answerWithinMs, () => this.socket.destroy());
  }

  /** Ends the connection without a goodbye, so that the broker publishes the will. */
  abandon(): void {
    clearTimeout(this.timer);
    this.client.end(true);
    this.socket.destroy();
  }

  private rest(): void {
    const { idleTimeoutMs } = this.settings;
    if (idleTimeoutMs !== undefined) this.timer = setTimeout(() => this.close(), idleTimeoutMs).unref();
  }
}

/** A connected socket; over TLS, with a verified certificate. */
const openedTo = async ({ tls, ...broker }: Broker, signal: AbortSignal): Promise<Socket> => {
  const socket = tls ? openTlsSocket(broker, tls.authorities) : openSocket(broker);
  // The end of the socket says enough.
  socket.on('error', () => undefined);
  try {
    await once(socket, tls ? 'secureConnect' : 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw new BrokerFailure(reasonOfNoConnection(error, socket, signal), false, error);
  }
  socket.setNoDelay(true);
  return socket;
};

/** Code of Node or OpenSSL → its meaning. Most other codes mean that the chain of certificates doesn't end at a known one. */
const CERTIFICATE_FAULTS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'The certificate of the MQTT broker has expired',
  CERT_NOT_YET_VALID: 'The certificate of the MQTT broker is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate of the MQTT broker is not valid for this host',
};

const reasonOfNoConnection = (error: unknown, socket: Socket, signal: AbortSignal): string => {
  if (signal.aborted) return 'The MQTT broker did not answer in time';
  if (socket instanceof TLSSocket && socket.authorizationError) {
    // The type says that this is an error; it is the code of one.
    const code = String(socket.authorizationError);
    return CERTIFICATE_FAULTS[code] ?? 'No known authority vouches for the certificate of the MQTT broker';
  }
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
    ? 'The MQTT broker refused the connection'
    : 'The connection to the MQTT broker failed';
};

/** Return codes of CONNACK that a user can act on. */
const LOGIN_WANTED: ReadonlySet<unknown> = new Set([4, 5]);

/** With TLS 1.3, the broker says so after the handshake. */
const CERTIFICATE_WANTED = 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED';

const reasonOfRefusal = (error: unknown, signal: AbortSignal): string => {
  if (signal.aborted) return 'The MQTT broker did not answer in time';
  const { code } = error as { code?: unknown };
  if (LOGIN_WANTED.has(code)) return 'The MQTT broker does not let Telemon in without a login';
  if (code === CERTIFICATE_WANTED)
    return 'The MQTT broker wants a client certificate, which Telemon has none of';
  return typeof code === 'number'
    ? 'The MQTT broker does not accept Telemon as a client'
    : 'The server did not answer as an MQTT broker';
};
