import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Runnable } from '../servers/runnable.ts';
import type { DataFolder } from './data-folder.ts';
import { CHECKOUT } from './options.ts';
import { adminPassword, type Installation } from './services.ts';

const ENTRY = join(CHECKOUT, 'tools/simulate/main.ts');

/** The simulator, which makes the demo fleet and sends its readings; null if no fleet is wanted. */
export function simulator(installation: Installation, data: DataFolder): Runnable | null {
  const { options } = installation;
  if (options.DEMO === 'off' || !existsSync(ENTRY)) return null;
  return {
    name: 'simulator',
    command: [process.execPath, ENTRY],
    cwd: CHECKOUT,
    env: {
      DEMO: options.DEMO,
      GATEWAY_URL: `http://127.0.0.1:${options.PORT}`,
      ADMIN_EMAIL: options.ADMIN_EMAIL,
      ADMIN_PASSWORD: adminPassword(installation),
      MQTT_PORT: String(options.MQTT_PORT),
      UDP_PORT: String(options.UDP_PORT),
      DATA_DIR: data.path,
      LOG_LEVEL: options.LOG_LEVEL,
      TIMEZONE: options.TIMEZONE,
    },
    ready: () => Promise.resolve(true),
    mayEnd: true,
    onLauncherDeath: 'SIGKILL',
    stopWithinMs: 3_500,
  };
}
