import { faultOfCertificates } from '@telemon/contracts/udp-router/certificate-lines';
import { translateMessage } from '../texts/translate.ts';

/** The values of the form for a rule. */
export type UdpRuleValues = {
  deviceId: string | null;
  host: string | null;
  port: number | null;
  topic: string | null;
  prePostEnable: boolean;
  connectMessage: string | null;
  connectTopic: string | null;
  connectRetain: boolean;
  disconnectMessage: string | null;
  disconnectTopic: string | null;
  disconnectRetain: boolean;
  tlsEnabled: boolean;
  /** The certificates as one text. */
  certificate: { list: string | null };
};

export const newRule = (deviceId: string | null): UdpRuleValues => ({
  deviceId,
  host: null,
  port: null,
  topic: null,
  prePostEnable: false,
  connectMessage: null,
  connectTopic: null,
  connectRetain: false,
  disconnectMessage: null,
  disconnectTopic: null,
  disconnectRetain: false,
  tlsEnabled: false,
  certificate: { list: null },
});

/** The lines of pasted certificates with their numbers, from 1; blank ones are left out. */
const linesOf = (pasted: string | null): { line: string; number: number }[] =>
  (pasted ?? '')
    .split(/\r?\n/)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '');

/** As the documents send a flag. */
const sent = (flag: boolean) => (flag ? '1' : '0');

const NO_MESSAGES = {
  connectMessage: null,
  connectTopic: null,
  connectRetain: null,
  disconnectMessage: null,
  disconnectTopic: null,
  disconnectRetain: null,
};

/** The request's body. What is switched off is null, whatever its fields hold. */
export const ruleToSend = (values: UdpRuleValues) => {
  const { prePostEnable, tlsEnabled, certificate, connectRetain, disconnectRetain } = values;
  const retained = { connectRetain: sent(connectRetain), disconnectRetain: sent(disconnectRetain) };
  return {
    ...values,
    ...(prePostEnable ? retained : NO_MESSAGES),
    prePostEnable: sent(prePostEnable),
    tlsEnabled: sent(tlsEnabled),
    certificate: tlsEnabled ? { list: linesOf(certificate.list).map(({ line }) => line) } : null,
  };
};

/** The fault of the certificates at their one field, with the number of the line there: the contract names a line of the list. */
export const faultOfPasted = ({ tlsEnabled, certificate }: UdpRuleValues): Record<string, string> => {
  if (!tlsEnabled) return {};
  const lines = linesOf(certificate.list);
  const fault = faultOfCertificates(lines.map(({ line }) => line));
  if (fault === null) return {};
  const { entry, message } = fault;
  // Each line is an entry of its own, and its number is the first in the message.
  const said = entry === null ? message : message.replace(String(entry + 1), String(lines[entry]!.number));
  return { 'certificate.list': translateMessage(said) };
};
