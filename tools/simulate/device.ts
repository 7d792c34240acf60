// `node tools/simulate/device.ts --device pump01 --password …`: one example device, to try Telemon with.
import { connectAsync } from 'mqtt';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { outsideAir } from './curves.ts';
import { seedOf } from './random.ts';

const HELP = `node tools/simulate/device.ts --device NAME --password PASSWORD [options]

Sends a temperature as TC1, over MQTT with QoS 1, until Ctrl-C. Name and password are those that
adding the device showed.
  --interval SECONDS   between two readings (5)
  --host HOST          where Telemon is (127.0.0.1)
  --port PORT          its MQTT port (1883)`;

const { values } = parseArgs({
  options: {
    device: { type: 'string' },
    password: { type: 'string' },
    interval: { type: 'string', default: '5' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '1883' },
    help: { type: 'boolean' },
  },
});
const { device, password, interval, host, port } = values;
if (values.help || !device || !password || !(Number(interval) > 0)) {
  console.error(HELP);
  process.exit(values.help ? 0 : 64); // EX_USAGE of sysexits.h
}
const client = await connectAsync(`mqtt://${host}:${port}`, { username: device, password }).catch(
  (error: Error) => {
    console.error(`${device} can't connect to ${host}:${port}: ${error.message}`);
    process.exit(1);
  },
);
client.on('error', (error) => console.error(error.message));
const temperature = outsideAir(seedOf(device), 20);
for (;;) {
  const reading = { timestamp: Date.now(), TC1: Number(temperature(Date.now()).toFixed(2)) };
  await client.publishAsync(`devices/${device}/telemetry`, JSON.stringify(reading), { qos: 1 });
  console.log(`${new Date(reading.timestamp).toISOString()}  TC1 ${reading.TC1}  stored`);
  await delay(Number(interval) * 1_000);
}
