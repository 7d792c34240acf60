import { isText, readLength } from './publish-packet.ts';
import { ProtocolFault, REASONS } from './reasons.ts';

const FLAGS_AT = 7;
const FIELDS_AT = 10;
const WILL = 0x04;
const WILL_QOS = 0x18;
const PASSWORD = 0x40;
const USER_NAME = 0x80;

/**
 * Validates the parts of a CONNECT that mqtt-packet does not: the will's QoS, texts as UTF-8 without NUL, and that nothing follows the
 * last field.
 * @param body The packet behind its fixed header
 * @throws ProtocolFault
 */
export const checkFields = (body: Buffer, isMqtt5: boolean): void => {
  const flags = body[FLAGS_AT]!;
  let at = FIELDS_AT;
  const expect = (isRight: boolean) => {
    if (!isRight) throw new ProtocolFault(REASONS.malformed);
  };
  const passProperties = () => {
    if (isMqtt5) at = readLength(body, at, body.length).end;
  };
  const passField = (isOfText: boolean) => {
    const start = at + 2;
    expect(start <= body.length);
    at = start + body.readUInt16BE(at);
    expect(at <= body.length);
    expect(!isOfText || isText(body.subarray(start, at)));
  };
  passProperties();
  // The client id.
  passField(true);
  if (flags & WILL) {
    expect((flags & WILL_QOS) !== WILL_QOS);
    passProperties();
    passField(true);
    passField(false);
  }
  // A user name that is no text is a wrong login, as any other one that no device has.
  if (flags & USER_NAME) passField(false);
  if (flags & PASSWORD) passField(false);
  expect(at === body.length);
};
