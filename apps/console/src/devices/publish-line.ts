const DEFAULT_PORT = '1883';

/** Where devices speak MQTT: as the gateway has written into the page, otherwise this host's usual port. */
export const mqttAddress = (): { host: string; port: string } => {
  const written = document.querySelector<HTMLMetaElement>('meta[name="telemon-mqtt"]')?.content ?? '';
  const [host, port] = written.split(/:(?=\d+$)/);
  return { host: host || window.location.hostname, port: port || DEFAULT_PORT };
};

/** A line for a terminal that sends a first reading as this device. */
export const publishLine = (
  { username, password }: { username: string; password: string },
  { host, port }: { host: string; port: string },
): string =>
  [
    `mosquitto_pub -h ${host} -p ${port}`,
    `-u ${username} -P ${password}`,
    `-q 1 -t devices/${username}/telemetry`,
    `-m '{"TC1":21.5,"BATTERY":3.7}'`,
  ].join(' ');

/** The same login as an address, such as programs for MQTT and their scanners take it. */
export const loginAddress = (
  { username, password }: { username: string; password: string },
  { host, port }: { host: string; port: string },
): string => `mqtt://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}`;
