const MQTT_PORT = '1883';
const UDP_PORT = '7000';

interface Address {
  host: string;
  port: string;
}

/** The address that the gateway has written, as others reach it: a `localhost` there is the host that the page came from. */
export const addressFrom = (written: string, pageHost: string, usualPort = MQTT_PORT): Address => {
  const [host, port] = written.split(/:(?=\d+$)/);
  return { host: !host || host === 'localhost' ? pageHost : host, port: port || usualPort };
};

const written = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** Where devices speak MQTT: as the gateway has written into the page, otherwise this host's usual port. */
export const mqttAddress = (): Address => addressFrom(written('telemon-mqtt'), window.location.hostname);

/** The same for datagrams; nothing written is the host where devices speak MQTT. */
export const udpAddress = (): Address => addressFrom(written('telemon-udp'), mqttAddress().host, UDP_PORT);

export const topicOf = (deviceName: string): string => `devices/${deviceName}/telemetry`;

/** A line for a terminal that sends a first reading as this device. */
export const publishLine = (
  { username, password }: { username: string; password: string },
  { host, port }: Address,
): string =>
  [
    `mosquitto_pub -h ${host} -p ${port}`,
    `-u ${username} -P ${password}`,
    `-q 1 -t ${topicOf(username)}`,
    `-m '{"TC1":12.5,"BATTERY":3.7}'`,
  ].join(' ');

export type Shell = 'bash' | 'powershell';

/** The shell that the computer before the user has. */
export const shellHere = (): Shell => (navigator.userAgent.includes('Windows') ? 'powershell' : 'bash');

/** The same as a datagram, by what each system has: the shell itself opens the socket. */
export const datagramLine = (deviceName: string, { host, port }: Address, shell: Shell): string => {
  const reading = `${deviceName},TC1=12.5,BATTERY=3.7`;
  if (shell === 'bash') return `bash -c "echo '${reading}' > /dev/udp/${host}/${port}"`;
  return [
    `$d = [Text.Encoding]::ASCII.GetBytes('${reading}')`,
    `[void](New-Object Net.Sockets.UdpClient).Send($d, $d.Length, '${host}', ${port})`,
  ].join('; ');
};

/** The same login as an address, such as programs for MQTT and their scanners take it. */
export const loginAddress = (
  { username, password }: { username: string; password: string },
  { host, port }: Address,
): string => `mqtt://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}`;
