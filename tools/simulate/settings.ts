/** The launcher's settings for the simulator. */
export interface Settings {
  /** on: a demo fleet in any case; auto: in an empty installation. */
  demo: 'on' | 'off' | 'auto';
  gatewayUrl: string;
  adminEmail: string;
  adminPassword: string;
  ports: { mqtt: number; udp: number };
  dataFolder: string;
}

type Environment = Record<string, string | undefined>;

const text = (environment: Environment, name: string): string => {
  const value = environment[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

const port = (environment: Environment, name: string): number => {
  const value = Number(text(environment, name));
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value;
  throw new Error(`${name} ${environment[name]} should be a port`);
};

const demoMode = (value = 'auto'): Settings['demo'] => {
  if (value === 'on' || value === 'off' || value === 'auto') return value;
  throw new Error(`DEMO ${value} should be on, off or auto`);
};

/** @throws Error that names the wrong variable. */
export const readSettings = (environment: Environment): Settings => ({
  demo: demoMode(environment.DEMO),
  gatewayUrl: text(environment, 'GATEWAY_URL'),
  adminEmail: text(environment, 'ADMIN_EMAIL'),
  adminPassword: text(environment, 'ADMIN_PASSWORD'),
  ports: { mqtt: port(environment, 'MQTT_PORT'), udp: port(environment, 'UDP_PORT') },
  dataFolder: text(environment, 'DATA_DIR'),
});
