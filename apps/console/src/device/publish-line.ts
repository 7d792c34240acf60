import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';

const MQTT_PORT = '1883';
const UDP_PORT = '7000';

interface Address {
  host: string;
  port: string;
}

/** The address from the gateway, reachable by others: `localhost` is replaced by the page's host. */
export const addressFrom = (written: string, pageHost: string, usualPort = MQTT_PORT): Address => {
  const [host, port] = written.split(/:(?=\d+$)/);
  return { host: !host || host === 'localhost' ? pageHost : host, port: port || usualPort };
};

const written = (name: string) =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';

/** The MQTT address from the gateway's meta tag; by default the page's host and the default port. */
export const mqttAddress = (): Address => addressFrom(written('telemon-mqtt'), window.location.hostname);

/** The UDP address; by default the MQTT host. */
export const udpAddress = (): Address => addressFrom(written('telemon-udp'), mqttAddress().host, UDP_PORT);

/** A command line that sends a first reading as the device. */
export const publishLine = (
  { username, password }: { username: string; password: string },
  { host, port }: Address,
): string =>
  [
    `mosquitto_pub -h ${host} -p ${port}`,
    `-u ${username} -P ${password}`,
    `-q 1 -t ${telemetryTopic(username)}`,
    `-m '{"TC1":12.5,"BATTERY":3.7}'`,
  ].join(' ');

type Shell = 'bash' | 'powershell';

/** The shell of the user's computer. */
export const shellHere = (): Shell => (navigator.userAgent.includes('Windows') ? 'powershell' : 'bash');

/** The same by UDP, without installed tools: the shell opens the socket. */
export const datagramLine = (deviceName: string, { host, port }: Address, shell: Shell): string => {
  const reading = `${deviceName},TC1=12.5,BATTERY=3.7`;
  if (shell === 'bash') return `bash -c "echo '${reading}' > /dev/udp/${host}/${port}"`;
  return [
    `$d = [Text.Encoding]::ASCII.GetBytes('${reading}')`,
    `[void](New-Object Net.Sockets.UdpClient).Send($d, $d.Length, '${host}', ${port})`,
  ].join('; ');
};

/** A command line that sends a signed datagram as the device; its counter is the time in seconds. */
export const signedDatagramLine = (deviceName: string, key: string, { host, port }: Address): string =>
  [
    `p="${deviceName},TC1=12.5;$(date +%s)"`,
    `m=$(printf %s "$p" | openssl dgst -sha256 -mac HMAC -macopt hexkey:${key} | sed 's/.*= *//' | cut -c1-16)`,
    `printf %s "$p;$m" > /dev/udp/${host}/${port}`,
  ].join('; ');

/** The login as a URL, for MQTT programs and QR scanners. */
export const loginAddress = (
  { username, password }: { username: string; password: string },
  { host, port }: Address,
): string => `mqtt://${encodeURIComponent(username)}:${encodeURIComponent(password)}@${host}:${port}`;
