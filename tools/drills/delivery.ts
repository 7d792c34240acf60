import { given } from '@telemon/testing/given';
import { AlertBroker, OWN_ADDRESS } from './delivery/alert-broker.ts';
import { Breach } from './delivery/breach.ts';
import { tryInterruptedSends } from './delivery/interrupted-sends.ts';
import { Outbox } from './delivery/outbox.ts';
import { tryAllInTurn, tryProviderOutage, type ProviderOutage } from './delivery/outages.ts';
import type { Drill, DrillOptions, Form, Tried } from './drill.ts';
import { Fleet } from './fleet/fleet.ts';
import type { DrillInstallation } from './installation/drill-installation.ts';
import { ownContact } from './replicas/own-contact.ts';

const DEVICES: Record<Form, number> = { long: 20, short: 4 };

/** The ways of notices to their recipients fail. */
export const deliveryDrill: Drill = {
  name: 'delivery',
  promises: ['P1', 'P2', 'P3', 'P5'],
  about:
    'Alerts notify by SMS, by e-mail and over MQTT while the provider of SMS and e-mail or the MQTT broker is stopped (SIGSTOP) or killed, Redis is emptied, alerting is killed (kill -9) while it sends, and while a thousand devices breach within a second.',
  installation: { env: { OUTBOUND_ALLOW: OWN_ADDRESS } },
  async run(installation, options) {
    const broker = await AlertBroker.start(options.say);
    // It runs to the end, for late copies.
    installation.stopsWith(() => broker.stop());
    // SMS are counted per manager.
    const { id: managerId } = await given(await installation.api()).manager();
    const others = { contact: ownContact(), broker };
    const fleet = await Fleet.make(installation, DEVICES[options.form], { managerId, others });
    const outbox = new Outbox(installation.product);
    if (options.form === 'long') {
      const tried = await tryOneByOne(installation, fleet, { outbox, broker }, options);
      options.say('a breach of many devices');
      const breach = await Breach.make(installation, broker, 'long');
      return [...tried, await breach.try('long')];
    }
    // Made meanwhile, because the short form has to be short.
    const breach = Breach.make(installation, broker, 'short');
    return tryAllInTurn(installation, fleet, { outbox, broker, breach }, options);
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
