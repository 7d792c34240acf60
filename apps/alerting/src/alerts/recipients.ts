import type { NewAlert } from '@telemon/contracts/alerting/alerts';
import type { OutboundAddresses } from '@telemon/platform/outbound/outbound-addresses';
import { hostNotAllowed } from '@telemon/platform/outbound/outbound.errors';
import type { MqttTarget } from '../delivery/mqtt-target.ts';
import { contactNotUsable } from './alerts.errors.ts';
import type { AlertDocument } from './alerts.repository.ts';
import { isUsableContact } from './contact-number.ts';

/** The recipients that a request names. @throws contactNotUsable; hostNotAllowed for a host that is surely not public */
export const recipientsIn = (
  request: NewAlert,
  outbound: OutboundAddresses,
): Pick<AlertDocument, 'contact' | 'email'> & { mqtt: MqttTarget | null } => {
  const { contact, email } = request;
  if (contact !== null && !isUsableContact(contact)) {
    throw contactNotUsable(undefined, { fields: { contact: 'invalid contact number' } });
  }
  const mqtt = targetIn(request);
  // Without asking the name servers: a name may get another address later, and each connection checks it.
  if (mqtt !== null && outbound.isForbidden(mqtt.host)) {
    throw hostNotAllowed();
  }
  return { contact, email, mqtt };
};

/** The contract requires all parts of a target where MQTT is enabled. */
const targetIn = ({ mqttEnabled, host, port, topic }: NewAlert): MqttTarget | null =>
  mqttEnabled === 'enabled' ? { host: host!, port: port!, topic: topic! } : null;
