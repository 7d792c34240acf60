import { join } from 'node:path';
import { bringMosquitto } from '../../../servers/mosquitto.ts';
import type { Say } from '../../../servers/progress.ts';
import { mosquittoVersion } from './mosquitto.ts';
import { comparatorPackages } from './comparator-packages.ts';
import { startComparator } from './comparator.ts';
import type { SideKind } from './side.ts';

/** A NestJS app of 60 lines: Nest's MQTT transport, and `Model.create` per message. */
export const naiveNest = (say: Say): SideKind => ({
  key: 'naive-nest',
  title: 'Naive NestJS app',
  versions: async () => ({
    mosquitto: await mosquittoVersion((await bringMosquitto(say)).broker),
    ...(await comparatorPackages.versions('@nestjs/core', '@nestjs/microservices', 'mqtt', 'mongoose')),
  }),
  start: (settings) =>
    startComparator({ ...settings, say }, async ({ packages, mqttUrl, mongoUrl }) => ({
      name: 'naive-nest',
      command: [process.execPath, join(packages, 'naive-nest/main.mjs')],
      env: { MQTT_URL: mqttUrl, MONGODB_URL: mongoUrl },
      readyWhenItSays: 'listening',
    })),
});
