import { localAddresses, SERVER_PORTS, type LocalSettings } from '../servers/local.ts';
import { choosePorts } from '../servers/ports.ts';
import type { DataFolder } from './data-folder.ts';
import type { Options } from './options.ts';
import { outsideDatabase } from './outside-servers.ts';
import { keepSecrets } from './secrets.ts';
import { adminPassword, databaseOf, portsOf, type Installation, type Service } from './services.ts';

/** Loads or makes the secrets and ports of a data folder, and derives the addresses of the servers. */
export async function settle(
  data: DataFolder,
  options: Options,
  services: readonly Service[],
): Promise<Installation> {
  const secrets = keepSecrets(
    data,
    services.map(({ name }) => databaseOf(name)),
  );
  const kept = data.read<Record<string, number>>('ports.json') ?? {};
  const known = [options.PORT, options.MQTT_PORT, options.MQTTS_PORT, options.UDP_PORT];
  const names = [...SERVER_PORTS, ...portsOf(services)];
  const ports = { ...kept, ...(await choosePorts(names, kept, known)) };
  if (JSON.stringify(ports) !== JSON.stringify(kept)) data.write('ports.json', ports);

  const base = { options, secrets, ports };
  const local = localAddresses(localSettings(data, base));
  const { MONGODB_URL } = options;
  return {
    ...base,
    addresses: {
      mongodb: (login) =>
        MONGODB_URL === undefined ? local.mongodbUrl(login) : outsideDatabase(MONGODB_URL, login.name),
      kafkaBrokers: options.KAFKA_BROKERS ?? local.kafkaBrokers,
      natsUrl: options.NATS_URL ?? local.natsUrl,
      redisUrl: options.REDIS_URL ?? local.redisUrl,
    },
  };
}

/** The settings of the servers that the launcher runs. */
export const localSettings = (
  data: DataFolder,
  { ports, secrets }: Pick<Installation, 'ports' | 'secrets'>,
): LocalSettings => ({
  folder: data.servers,
  ports: ports as LocalSettings['ports'],
  secrets: secrets.servers,
  logins: Object.entries(secrets.databases).map(([name, password]) => ({ name, password })),
});

/** The addresses of a running installation, for tools and drills. */
export const addressesFor = (installation: Installation, settings: LocalSettings) => ({
  url: `http://localhost:${installation.options.PORT}`,
  mqttPort: installation.options.MQTT_PORT,
  udpPort: installation.options.UDP_PORT,
  adminEmail: installation.options.ADMIN_EMAIL,
  adminPassword: adminPassword(installation),
  mongoUrl: installation.options.MONGODB_URL ?? localAddresses(settings).mongodbRootUrl,
  kafkaBrokers: installation.addresses.kafkaBrokers,
  natsUrl: installation.addresses.natsUrl,
  redisUrl: installation.addresses.redisUrl,
  healthPorts: installation.ports,
});
