import { DeviceName } from '@telemon/contracts/fields';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { loginIdOf } from '@telemon/contracts/readings';
import type { IConnectPacket } from 'mqtt-packet';
import { randomUUID } from 'node:crypto';
import type { AcceptedLogin, Verdict } from './authenticator.ts';
import type { Connection, Conversation } from './connection.ts';
import { type FrameReader, PACKET } from './frame-reader.ts';
import { HOLD } from './holds.ts';
import { FRAMES_OF_DEVICE, MAXIMUM_PACKET_SIZE } from './limits.ts';
import { MqttSession } from './mqtt-session.ts';
import { levelOf, readConnect, write, writeWithin } from './packets.ts';
import { TOPIC_ALIAS_MAXIMUM } from './publish-packet.ts';
import { ProtocolFault, REASONS, type Reason } from './reasons.ts';
import type { EndpointContext } from './endpoint-context.ts';

/** A device has one and a half times its keep-alive. */
const KEEP_ALIVE_GRACE = 1.5;
const LOGGED_NAME_LENGTH = 32;

/** The start of a connection: a CONNECT and its answer, before any other packet is read. */
export class SignIn implements Conversation {
  // During a look-up, the connection is held.
  readonly owesAnswers = false;

  constructor(
    private readonly connection: Connection,
    private readonly context: EndpointContext,
  ) {}

  mayTake(): boolean {
    return true;
  }

  expect(): void {}

  refused(): void {}

  take({ bytes, start, body, end }: FrameReader): void {
    // A first packet of another kind gets no answer.
    if (bytes[start]! >> 4 !== PACKET.connect) return this.connection.finish(REASONS.protocolError.name);
    const level = levelOf(bytes.subarray(body, end));
    if (level === null) return this.connection.finish(REASONS.malformed.name);
    if (level === 5) this.connection.version = 5;
    else if (level !== 4) {
      // Later versions than we know are most likely to understand 5's answer, earlier ones 3.1.1's.
      this.connection.version = level > 5 && level < 0x80 ? 5 : 4;
      return this.refuse(REASONS.unsupportedVersion);
    }
    try {
      this.signIn(readConnect(bytes.subarray(start, end)));
    } catch (error) {
      if (!(error instanceof ProtocolFault)) throw error;
      this.refuse(error.reason);
    }
  }

  private signIn(connect: IConnectPacket): void {
    const { connection, context } = this;
    connection.maximumPacketSize = connect.properties?.maximumPacketSize ?? Infinity;
    connection.receiveMaximum = connect.properties?.receiveMaximum ?? Infinity;
    connection.takesReasons =
      connection.version === 5 && connect.properties?.requestProblemInformation !== false;
    const { clientId, clean, username = '', password = Buffer.alloc(0) } = connect;
    if (connect.properties?.authenticationMethod !== undefined) {
      return this.refuse(REASONS.badAuthenticationMethod, username);
    }
    if (clientId === '' && !clean && connection.version === 4) {
      return this.refuse(REASONS.clientIdInvalid, username);
    }
    const verdict = DeviceName.safeParse(username).success
      ? context.authenticator.check(username, password)
      : ({ outcome: 'refused' } as const);
    if (verdict?.outcome === 'accepted') return this.decide(connect, username, verdict);
    void this.ask(connect, username, async () => verdict ?? context.authenticator.ask(username, password));
  }

  private async ask(connect: IConnectPacket, name: string, decide: () => Promise<Verdict>): Promise<void> {
    const { connection, context } = this;
    const { signInLimit } = context;
    connection.hold(HOLD.signIn);
    const verdict = await (signInLimit ? signInLimit.attempt(connection.address, name, decide) : decide());
    if (connection.isEnded) return;
    if (verdict === null) this.refuse(REASONS.tooManyFailures, name);
    else this.decide(connect, name, verdict);
    connection.release(HOLD.signIn);
  }

  private decide(connect: IConnectPacket, name: string, verdict: Verdict): void {
    const { connection } = this;
    if (verdict.outcome === 'unavailable') return this.refuse(REASONS.unavailable, name);
    if (verdict.outcome === 'refused') return this.refuse(REASONS.badLogin, name);
    const { will } = connect;
    if (will && will.topic !== telemetryTopic(name)) return this.refuse(REASONS.notAuthorized, name);
    if (will?.retain && connection.version === 5) return this.refuse(REASONS.retainNotSupported, name);
    this.accept(connect, name, verdict.login);
  }

  private accept(
    { keepalive = 0, clientId, properties }: IConnectPacket,
    name: string,
    login: AcceptedLogin,
  ) {
    const { connection, context } = this;
    // The login may have ended since the look-up; from here on, its end ends the connection.
    if (context.authenticator.isRevoked(name, login)) return this.refuse(REASONS.badLogin, name);
    connection.keepAliveMs = keepalive * 1_000 * KEEP_ALIVE_GRACE;
    connection.frameLimits = FRAMES_OF_DEVICE;
    connection.conversation = new MqttSession(connection, context, {
      deviceName: name,
      deviceKey: login.deviceKey,
      // The devices service knows no login of a test, and would refuse it.
      ...(login.isTest ? { isTest: true } : { login: loginIdOf(login.passwordSha256) }),
    });
    context.signedIn(connection, { name, login, signedInAt: Date.now() });
    context.traffic.countSignIn('accepted');
    connection.send(
      connection.version === 4
        ? write({ cmd: 'connack', returnCode: 0, sessionPresent: false }, 4)
        : write(
            {
              cmd: 'connack',
              reasonCode: 0,
              sessionPresent: false,
              properties: this.terms(clientId, properties),
            },
            5,
          ),
    );
  }

  /** The properties of the CONNACK in MQTT 5. */
  private terms(clientId: string, asked: IConnectPacket['properties']) {
    return {
      receiveMaximum: this.context.limits.receiveMaximum,
      maximumPacketSize: MAXIMUM_PACKET_SIZE,
      topicAliasMaximum: TOPIC_ALIAS_MAXIMUM,
      retainAvailable: false,
      wildcardSubscriptionAvailable: false,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      // No session outlives its connection.
      ...(asked?.sessionExpiryInterval && { sessionExpiryInterval: 0 }),
      ...(clientId === '' && { assignedClientIdentifier: randomUUID() }),
    };
  }

  private refuse(reason: Reason, name?: string): void {
    const { connection, context } = this;
    const { address, version, maximumPacketSize } = connection;
    context.traffic.countSignIn(reason.name);
    context.log.tell(
      { address, reason: reason.name, ...(name && { deviceName: name.slice(0, LOGGED_NAME_LENGTH) }) },
      'sign-in refused',
    );
    connection.finish(reason.name, answerTo(reason, version, maximumPacketSize));
  }
}

const answerTo = (reason: Reason, version: 4 | 5, maximum: number): Buffer | undefined => {
  const { code, returnCode } = reason;
  if (version === 5) {
    return writeWithin(maximum, reason, (properties) =>
      write({ cmd: 'connack', reasonCode: code, sessionPresent: false, properties }, 5),
    );
  }
  // Without a return code in 3.1.1, the connection is just closed.
  return returnCode === undefined
    ? undefined
    : write({ cmd: 'connack', returnCode, sessionPresent: false }, 4);
};
