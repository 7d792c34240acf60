import { DeviceName } from '@telemon/contracts/fields';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { loginIdOf } from '@telemon/contracts/readings';
import type { IConnectPacket } from 'mqtt-packet';
import { randomUUID } from 'node:crypto';
import type { AcceptedLogin, Proof, Verdict } from './authenticator.ts';
import type { ClientCertificate } from './client-certificate.ts';
import type { Connection } from './connection.ts';
import type { Conversation } from './conversation.ts';
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
const NO_PASSWORD = Buffer.alloc(0);

/** The device that a client says to be. */
interface Claim {
  readonly name: string;
  /** null: it has none. */
  readonly proof: Proof | null;
  /** Why the sign-in is refused if the proof is wrong. */
  readonly ifWrong: Reason;
  /** When the proof expires, epoch ms. */
  readonly validTo: number;
}

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
    const connect = bytes.subarray(body, end);
    const level = levelOf(connect);
    if (level === null) return this.connection.finish(REASONS.malformed.name);
    if (level === 5) this.connection.version = 5;
    else if (level !== 4) {
      // Later versions than we know are most likely to understand 5's answer, earlier ones 3.1.1's.
      this.connection.version = level > 5 && level < 0x80 ? 5 : 4;
      return this.refuse(REASONS.unsupportedVersion);
    }
    try {
      this.signIn(readConnect(bytes.subarray(start, end), connect));
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
    const { clientId, clean } = connect;
    const claim = claimOf(connect, connection.certificate);
    const { name, proof } = claim;
    if (connect.properties?.authenticationMethod !== undefined) {
      return this.refuse(REASONS.badAuthenticationMethod, name);
    }
    if (clientId === '' && !clean && connection.version === 4) {
      return this.refuse(REASONS.clientIdInvalid, name);
    }
    if (proof === null || !DeviceName.safeParse(name).success) {
      return void this.ask(connect, claim, async () => ({ outcome: 'refused' }));
    }
    const verdict = context.authenticator.check(name, proof);
    if (verdict?.outcome === 'accepted') return this.decide(connect, claim, verdict);
    void this.ask(connect, claim, async () => verdict ?? context.authenticator.ask(name, proof));
  }

  private async ask(connect: IConnectPacket, claim: Claim, decide: () => Promise<Verdict>): Promise<void> {
    const { connection, context } = this;
    const { name } = claim;
    const { signInLimit } = context;
    connection.hold(HOLD.signIn);
    const verdict = await (signInLimit ? signInLimit.attempt(connection.address, name, decide) : decide());
    if (connection.isEnded) return;
    if (verdict === null) this.refuse(REASONS.tooManyFailures, name);
    else this.decide(connect, claim, verdict);
    connection.release(HOLD.signIn);
  }

  private decide(connect: IConnectPacket, claim: Claim, verdict: Verdict): void {
    const { connection } = this;
    const { name, ifWrong } = claim;
    if (verdict.outcome === 'unavailable') return this.refuse(REASONS.unavailable, name);
    if (verdict.outcome === 'refused') return this.refuse(ifWrong, name);
    const { will } = connect;
    if (will && will.topic !== telemetryTopic(name)) return this.refuse(REASONS.notAuthorized, name);
    if (will?.retain && connection.version === 5) return this.refuse(REASONS.retainNotSupported, name);
    this.accept(connect, claim, verdict.login);
  }

  private accept(
    { keepalive = 0, clientId, properties }: IConnectPacket,
    { name, ifWrong, validTo }: Claim,
    login: AcceptedLogin,
  ) {
    const { connection, context } = this;
    // The login may have ended since the look-up; from here on, its end ends the connection.
    if (context.authenticator.isRevoked(name, login)) return this.refuse(ifWrong, name);
    connection.validTo = validTo;
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
    const { address, version, maximumPacketSize, certificate } = connection;
    context.traffic.countSignIn(reason.name);
    context.log.tell(
      {
        address,
        reason: reason.name,
        ...(name && { deviceName: name.slice(0, LOGGED_NAME_LENGTH) }),
        ...(reason === REASONS.badCertificate && certificate && 'fault' in certificate && certificate),
      },
      'sign-in refused',
    );
    const deviceKey = name === undefined ? undefined : context.authenticator.keyOf(name);
    if (deviceKey !== undefined)
      context.presence.refused({ deviceName: name!, deviceKey }, reason.name, address);
    connection.finish(reason.name, answerTo(reason, version, maximumPacketSize));
  }
}

/** A certificate counts only where there is no password, so that a device's password works whatever certificate it shows. */
const claimOf = (
  { username = '', password = NO_PASSWORD }: IConnectPacket,
  certificate: ClientCertificate | null,
): Claim => {
  if (certificate === null || password.length > 0)
    return { name: username, proof: { password }, ifWrong: REASONS.badLogin, validTo: Infinity };
  const isOfLogin = 'loginId' in certificate && ['', certificate.deviceName].includes(username);
  if (!isOfLogin) return { name: username, proof: null, ifWrong: REASONS.badCertificate, validTo: 0 };
  const { deviceName: name, loginId, validTo } = certificate;
  return { name, proof: { loginId }, ifWrong: REASONS.badCertificate, validTo };
};

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
