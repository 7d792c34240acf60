import {
  type IConnackPacket,
  type IConnectPacket,
  type IDisconnectPacket,
  type IPubackPacket,
  type IPubrecPacket,
  type IPublishPacket,
  type ISubackPacket,
  type ISubscribePacket,
  type IUnsubackPacket,
  type IUnsubscribePacket,
  type Packet,
  generate,
  parser as newParser,
} from 'mqtt-packet';
import { checkFields } from './connect-fields.ts';
import { PACKET } from './frame-reader.ts';
import { ProtocolFault, REASONS, type Reason } from './reasons.ts';

export type Version = 4 | 5;
type SubscriptionPacket = ISubscribePacket | IUnsubscribePacket;

type Outgoing =
  | IConnackPacket
  | ISubackPacket
  | IUnsubackPacket
  | IPublishPacket
  | IPubackPacket
  | IPubrecPacket
  | IDisconnectPacket;

/** Parses one whole packet at a time, so that all connections share it and no packet can reach into the next. */
class WholePacketParser {
  private parser = newParser();
  private result: Packet | null = null;

  constructor(private readonly version?: Version) {
    this.renew();
  }

  /** @throws ProtocolFault if the bytes are not exactly one well-formed packet. */
  parse(frame: Buffer): Packet {
    this.result = null;
    try {
      const left = this.parser.parse(frame);
      if (this.result !== null && left === 0) return this.result;
    } catch {
      // The parser reads beyond the end of a malformed packet.
    }
    this.renew();
    throw new ProtocolFault(REASONS.malformed);
  }

  private renew(): void {
    this.parser = newParser(this.version && { protocolVersion: this.version });
    this.parser.on('packet', (packet) => {
      this.result = packet;
    });
    this.parser.on('error', () => {
      this.result = null;
    });
  }
}

const parsers = { 4: new WholePacketParser(4), 5: new WholePacketParser(5) };
/** A CONNECT holds its own version. */
const connectParser = new WholePacketParser();

const hasPacketId = ({ messageId }: Packet) => messageId !== undefined && messageId > 0;

/** Reads a SUBSCRIBE or an UNSUBSCRIBE. @throws ProtocolFault */
export const readSubscription = (frame: Buffer, version: Version): SubscriptionPacket => {
  const packet = parsers[version].parse(frame) as SubscriptionPacket;
  if (!hasPacketId(packet) || filtersOf(packet).length === 0) throw new ProtocolFault(REASONS.protocolError);
  return packet;
};

/** The topic filters of a packet. */
const filtersOf = (packet: SubscriptionPacket): string[] =>
  packet.cmd === 'subscribe' ? packet.subscriptions.map(({ topic }) => topic) : packet.unsubscriptions;

const CONNECT_PROPERTIES: ReadonlySet<string> = new Set([
  'sessionExpiryInterval',
  'receiveMaximum',
  'maximumPacketSize',
  'topicAliasMaximum',
  'requestResponseInformation',
  'requestProblemInformation',
  'userProperties',
  'authenticationMethod',
  'authenticationData',
]);

/** Reads a CONNECT. @param body The part behind its fixed header @throws ProtocolFault */
export const readConnect = (frame: Buffer, body: Buffer): IConnectPacket => {
  const packet = connectParser.parse(frame) as IConnectPacket;
  checkFields(body, packet.protocolVersion === 5);
  const { properties = {} } = packet;
  for (const [name, value] of Object.entries(properties)) {
    if (!CONNECT_PROPERTIES.has(name)) throw new ProtocolFault(REASONS.malformed);
    // The parser makes a list of a repeated property.
    if (Array.isArray(value)) throw new ProtocolFault(REASONS.protocolError);
  }
  if (properties.receiveMaximum === 0 || properties.maximumPacketSize === 0) {
    throw new ProtocolFault(REASONS.protocolError);
  }
  return packet;
};

const NAME_OF_MQTT = Buffer.from('\0\u0004MQTT');
const NAME_BEFORE_3_1_1 = Buffer.from('\0\u0006MQIsdp');

/** The protocol level of a CONNECT, whatever else is in it; null if it is not MQTT. */
export const levelOf = (connectBody: Buffer): number | null => {
  for (const name of [NAME_OF_MQTT, NAME_BEFORE_3_1_1]) {
    if (connectBody.subarray(0, name.length).equals(name)) return connectBody[name.length] ?? null;
  }
  return null;
};

export const write = (packet: Outgoing, version: Version): Buffer =>
  generate(packet as Packet, { protocolVersion: version });

/** A packet with a reason string, or without it if the peer takes no packet of that size. */
export const writeWithin = (
  maximum: number,
  { text }: Reason,
  make: (properties: { reasonString?: string }) => Buffer,
): Buffer | undefined => [make({ reasonString: text }), make({})].find(({ length }) => length <= maximum);

export const PINGRESP: Buffer = Buffer.from([0xd0, 0]);

/** PUBACK, PUBREC and PUBCOMP: the first byte of each. */
export const ACKNOWLEDGEMENT = {
  puback: PACKET.puback << 4,
  pubrec: PACKET.pubrec << 4,
  pubcomp: PACKET.pubcomp << 4,
} as const;

/**
 * The bytes of acknowledgements, for one write. `triples` holds kind, packet id and reason code of each in turn; only
 * MQTT 5 has a code other than 0.
 */
export const writeAcknowledgements = (triples: readonly number[]): Buffer => {
  const bytes = Buffer.allocUnsafe((triples.length / 3) * 5);
  let at = 0;
  for (let index = 0; index < triples.length; index += 3) {
    const code = triples[index + 2]!;
    bytes[at++] = triples[index]!;
    bytes[at++] = code === 0 ? 2 : 3;
    bytes[at++] = triples[index + 1]! >> 8;
    bytes[at++] = triples[index + 1]! & 0xff;
    if (code !== 0) bytes[at++] = code;
  }
  return bytes.subarray(0, at);
};

/** A PUBACK or PUBREC of MQTT 5 with its reason in words; undefined if the peer takes no packet of that size. */
export const writeRefusal = (
  kind: number,
  messageId: number,
  { code, text }: Reason,
  maximum: number,
): Buffer | undefined => {
  const cmd = kind === ACKNOWLEDGEMENT.puback ? 'puback' : 'pubrec';
  const bytes = write({ cmd, messageId, reasonCode: code, properties: { reasonString: text } }, 5);
  return bytes.length <= maximum ? bytes : undefined;
};
