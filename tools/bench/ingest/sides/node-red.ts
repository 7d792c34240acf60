import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bringMosquitto } from '../../../servers/mosquitto.ts';
import type { Say } from '../../../servers/progress.ts';
import { comparatorPackages } from './comparator-packages.ts';
import { startComparator, type ComparatorSettings } from './comparator.ts';
import { mosquittoVersion } from './mosquitto.ts';
import type { SideKind } from './side.ts';

interface Variant {
  readonly key: string;
  readonly title: string;
  readonly operation: 'insertOne' | 'insertMany';
  readonly onMessage: string;
  readonly onStart?: string;
}

/** MQTT in → function → MongoDB, with one insert a message. */
export const nodeRed = (say: Say): SideKind =>
  kindOf(say, {
    key: 'node-red',
    title: 'Node-RED',
    operation: 'insertOne',
    onMessage: 'one-by-one.js',
  });

/** Node-RED with a function that batches readings, a user's usual step when inserts are the bottleneck. */
export const nodeRedBatching = (say: Say): SideKind =>
  kindOf(say, {
    key: 'node-red-batching',
    title: 'Node-RED, batching by hand',
    operation: 'insertMany',
    onMessage: 'batching.js',
    onStart: 'batching-set-up.js',
  });

const kindOf = (say: Say, variant: Variant): SideKind => ({
  key: variant.key,
  title: variant.title,
  versions: async () => ({
    mosquitto: await mosquittoVersion((await bringMosquitto(say)).broker),
    ...(await comparatorPackages.versions('node-red', 'node-red-contrib-mongodb4')),
  }),
  start: (settings) =>
    startComparator({ ...settings, say }, async (comparatorSettings) => {
      const { folder, packages } = comparatorSettings;
      await writeFile(join(folder, 'flows.json'), JSON.stringify(await flows(variant, comparatorSettings)));
      const settingsFile = join(folder, 'settings.cjs');
      await writeFile(settingsFile, await comparatorPackages.source('node-red/settings.cjs'));
      const nodeRedProgram = join(packages, 'node_modules/node-red/red.js');
      return {
        name: 'node-red',
        command: [process.execPath, nodeRedProgram, '--userDir', folder, '--settings', settingsFile],
        readyWhenItSays: 'Connected to broker',
      };
    }),
});

const source = (file: string) => comparatorPackages.source(join('node-red', file));

/** The flow as the editor saves it. */
async function flows(variant: Variant, { mqttPort, mongoUrl }: ComparatorSettings): Promise<unknown[]> {
  return [
    { id: 'tab', type: 'tab', label: 'Readings' },
    {
      id: 'broker',
      type: 'mqtt-broker',
      broker: '127.0.0.1',
      port: String(mqttPort),
      clientid: 'node-red',
      autoConnect: true,
      usetls: false,
      protocolVersion: '4',
      keepalive: '60',
      cleansession: true,
    },
    {
      id: 'database',
      type: 'mongodb4-client',
      uriTabActive: 'tab-uri-advanced',
      uri: mongoUrl,
      dbName: new URL(mongoUrl).pathname.slice(1),
      appName: 'node-red',
      advanced: '{}',
    },
    {
      id: 'in',
      type: 'mqtt in',
      z: 'tab',
      topic: 'devices/+/telemetry',
      qos: '1',
      datatype: 'json',
      broker: 'broker',
      nl: false,
      rap: false,
      inputs: 0,
      wires: [['shape']],
    },
    {
      id: 'shape',
      type: 'function',
      z: 'tab',
      func: await source(variant.onMessage),
      initialize: variant.onStart === undefined ? '' : await source(variant.onStart),
      finalize: variant.onStart === undefined ? '' : "clearInterval(context.get('timer'));",
      outputs: 1,
      timeout: 0,
      noerr: 0,
      libs: [],
      wires: [['store']],
    },
    {
      id: 'store',
      type: 'mongodb4',
      z: 'tab',
      clientNode: 'database',
      mode: 'collection',
      collection: 'readings',
      operation: variant.operation,
      output: 'toArray',
      maxTimeMS: '0',
      handleDocId: false,
      wires: [[]],
    },
  ];
}
