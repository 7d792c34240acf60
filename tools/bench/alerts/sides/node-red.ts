import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bringMosquitto } from '../../../servers/mosquitto.ts';
import { choosePorts } from '../../../servers/ports.ts';
import type { Say } from '../../../servers/progress.ts';
import { ALERTS, CROSSING_KINDS, deviceNames } from '../../ingest/fleet.ts';
import { comparatorPackages } from '../../ingest/sides/comparator-packages.ts';
import { mosquitto, mosquittoVersion } from '../../ingest/sides/mosquitto.ts';
import { SupervisedGroup } from '../../supervised-group.ts';
import type { SinkPorts } from '../sink/sink-messages.ts';
import type { Side, SideKind, StartSettings } from './side.ts';

const HOST = '127.0.0.1';

/** MQTT in → a function with all rules in memory → HTTP request and MQTT out. It stores nothing. */
export const nodeRed = (say: Say): SideKind => ({
  title: 'Node-RED, rules in memory',
  versions: async () => ({
    mosquitto: await mosquittoVersion((await bringMosquitto(say)).broker),
    ...(await comparatorPackages.versions('node-red')),
  }),
  start: (settings) => startNodeRed(settings, say),
});

async function startNodeRed({ folder, devices, sink }: StartSettings, say: Say): Promise<Side> {
  const own = join(folder, 'program');
  await mkdir(own, { recursive: true });
  const { mqtt: port } = await choosePorts(['mqtt']);
  const group = new SupervisedGroup(folder, say);
  try {
    await group.start(await mosquitto((await bringMosquitto(say)).broker, join(folder, 'mosquitto'), port));
    const packages = await comparatorPackages.install(say);
    await writeFile(join(own, 'flows.json'), JSON.stringify(await flows(port, sink)));
    const settingsFile = join(own, 'settings.cjs');
    await writeFile(settingsFile, await comparatorPackages.source('node-red/settings.cjs'));
    const program = join(packages, 'node_modules/node-red/red.js');
    await group.startProgram(
      {
        name: 'node-red',
        command: [process.execPath, program, '--userDir', own, '--settings', settingsFile],
        readyWhenItSays: 'Connected to broker: client-readings',
      },
      own,
    );
    return {
      endpoint: { host: HOST, port },
      logins: deviceNames(devices).map((name) => ({ deviceName: name, username: name, password: name })),
      processes: () => group.processes,
      stop: () => group.stop(),
    };
  } catch (error) {
    await group.stop();
    throw error;
  }
}

const brokerNode = (id: string, port: number) => ({
  id,
  type: 'mqtt-broker',
  broker: HOST,
  port: String(port),
  // Not the id itself, which Node-RED would take for a reference to this node.
  clientid: `client-${id}`,
  autoConnect: true,
  usetls: false,
  protocolVersion: '4',
  keepalive: '60',
  cleansession: true,
});

/** The flow as the editor saves it. */
async function flows(port: number, sink: SinkPorts): Promise<unknown[]> {
  const rules = ALERTS.map((rule) => ({ ...rule, tells: CROSSING_KINDS.includes(rule) }));
  return [
    { id: 'tab', type: 'tab', label: 'Alerts' },
    brokerNode('readings', port),
    brokerNode('target', sink.mqtt),
    {
      id: 'in',
      type: 'mqtt in',
      z: 'tab',
      topic: 'devices/+/telemetry',
      qos: '1',
      datatype: 'json',
      broker: 'readings',
      nl: false,
      rap: false,
      inputs: 0,
      wires: [['rules']],
    },
    {
      id: 'rules',
      type: 'function',
      z: 'tab',
      func: await comparatorPackages.source('node-red/alert-rules.js'),
      initialize: `context.set('rules', ${JSON.stringify(rules)});\ncontext.set('held', new Map());`,
      finalize: '',
      outputs: 2,
      timeout: 0,
      noerr: 0,
      libs: [],
      wires: [['sms'], ['out']],
    },
    {
      id: 'sms',
      type: 'http request',
      z: 'tab',
      method: 'POST',
      ret: 'txt',
      paytoqs: 'ignore',
      url: `http://${HOST}:${sink.sms}/`,
      persist: true,
      insecureHTTPParser: false,
      authType: '',
      senderr: false,
      headers: [],
      wires: [[]],
    },
    {
      id: 'out',
      type: 'mqtt out',
      z: 'tab',
      topic: 'bench/alerts',
      qos: '1',
      retain: 'false',
      broker: 'target',
      wires: [],
    },
  ];
}
