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

/** The lines of pasted certificates; blank ones between them are left out. */
export const linesOf = (pasted: string | null): string[] =>
  (pasted ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

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
    certificate: tlsEnabled ? { list: linesOf(certificate.list) } : null,
  };
};

/** The fault of the certificates at their one field: the contract names a line of the list. */
export const faultOfPasted = ({ tlsEnabled, certificate }: UdpRuleValues): Record<string, string> => {
  const fault = tlsEnabled ? faultOfCertificates(linesOf(certificate.list)) : null;
  return fault === null ? {} : { 'certificate.list': translateMessage(fault.message) };
};
