import { given } from '@telemon/testing/given';
import { AlertBroker } from './delivery/alert-broker.ts';
import { Breach } from './delivery/breach.ts';
import { tryInterruptedSends } from './delivery/interrupted-sends.ts';
import { Outbox } from './delivery/outbox.ts';
import { tryProviderOutage, type ProviderOutage } from './delivery/outages.ts';
import type { Drill, DrillOptions, Tried } from './drill.ts';
import { Fleet } from './fleet/fleet.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { OWN_ADDRESS } from './installation/drilled-broker.ts';
import { ownContact } from './replicas/own-contact.ts';

const DEVICES = 20;
const MORE_THAN_ENOUGH = '1000000';

/** The ways of notices to their recipients fail. */
export const deliveryDrill: Drill = {
  name: 'delivery',
  promises: ['P1', 'P2', 'P3', 'P5'],
  about:
    'Alerts notify by SMS, by e-mail and over MQTT while the provider of SMS and e-mail or the MQTT broker is stopped (SIGSTOP) or killed, Redis is emptied, alerting is killed (kill -9) while it sends, and while a thousand devices breach within a second.',
  longOnly: 'the specs of alerting try each of its faults by itself',
  installation: {
    env: {
      OUTBOUND_ALLOW: OWN_ADDRESS,
      // All devices of a fleet write to the same recipients.
      SMS_RECIPIENT_DAY_LIMIT: MORE_THAN_ENOUGH,
      EMAIL_RECIPIENT_DAY_LIMIT: MORE_THAN_ENOUGH,
      SMS_DAY_LIMIT: MORE_THAN_ENOUGH,
      MQTT_DAY_LIMIT: MORE_THAN_ENOUGH,
    },
  },
  async run(installation, options) {
    const broker = await AlertBroker.start(options.say);
    // The broker runs to the end, for late copies.
    installation.stopsWith(() => broker.stop());
    // SMS are counted per manager.
    const { id: managerId } = await given(await installation.api()).manager();
    const others = { contact: ownContact(), broker };
    const fleet = await Fleet.make(installation, DEVICES, { managerId, others });
    const tried = await tryOneByOne(
      installation,
      fleet,
      { outbox: new Outbox(installation.product), broker },
      options,
    );
    options.say('a breach of many devices');
    const breach = await Breach.make(installation, broker);
    return [...tried, await breach.try()];
  },
};

async function tryOneByOne(
  installation: DrillInstallation,
  fleet: Fleet,
  { outbox, broker }: { readonly outbox: Outbox; readonly broker: AlertBroker },
  options: DrillOptions,
): Promise<Tried[]> {
  const outages: readonly ProviderOutage[] = [
    { of: [outbox], how: 'killed', seconds: 12 },
    // The launcher restarts it after 30 s without an answer.
    { of: [outbox], how: 'stopped', seconds: 40 },
    { of: [broker], how: 'killed', seconds: 12 },
    { of: [broker], how: 'stopped', seconds: 40 },
    { of: [outbox, broker], how: 'killed', seconds: 6, emptiesRedis: true },
  ];
  const tried: Tried[] = [];
  for (const [number, outage] of outages.entries()) {
    const seed = options.seed + number;
    tried.push(await tryProviderOutage(installation, fleet, outage, { ...options, seed }));
  }
  tried.push(await tryInterruptedSends(installation, fleet, [outbox, broker], options));
  return tried;
}
