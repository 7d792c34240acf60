const DEFAULT_PORT = '1883';

interface Address {
  host: string;
  port: string;
}

/** What the gateway has written, as others reach it: a `localhost` there is the host that the page came from. */
export const addressFrom = (written: string, pageHost: string): Address => {
  const [host, port] = written.split(/:(?=\d+$)/);
  return { host: !host || host === 'localhost' ? pageHost : host, port: port || DEFAULT_PORT };
};

/** Where devices speak MQTT: as the gateway has written into the page, otherwise this host's usual port. */
export const mqttAddress = (): Address => {
  const written = document.querySelector<HTMLMetaElement>('meta[name="telemon-mqtt"]')?.content ?? '';
  return addressFrom(written, window.location.hostname);
};

/** A line for a terminal that sends a first reading as this device. */
export const publishLine = (
  { username, password }: { username: string; password: string },
  { host, port }: Address,
): string =>
  [
    `mosquitto_pub -h ${host} -p ${port}`,
    `-u ${username} -P ${password}`,
    `-q 1 -t devices/${username}/telemetry`,
    `-m '{"TC1":12.5,"BATTERY":3.7}'`,
  ].join(' ');

/** The same login as an address, such as programs for MQTT and their scanners take it. */
export const loginAddress = (
  { username, password }: { username: string; password: string },
  { host, port }: Address,
): string => `mqtt://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}`;
