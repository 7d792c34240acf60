import { createSocket } from 'node:dgram';
import { obstacleAt } from '../../libs/testing/src/free-ports.ts';
import { Problem } from '../servers/problem.ts';
import type { Options } from './options.ts';

interface WantedPort {
  readonly variable: 'PORT' | 'MQTT_PORT' | 'MQTTS_PORT' | 'UDP_PORT';
  readonly flag?: string;
  readonly obstacle: (port: number) => Promise<string | null>;
}

const udpObstacleAt = (port: number): Promise<string | null> =>
  new Promise((resolve) => {
    const probe = createSocket('udp4');
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.bind({ port, exclusive: true }, () => probe.close(() => resolve(null)));
  });

const WANTED: readonly WantedPort[] = [
  { variable: 'PORT', flag: '--port', obstacle: obstacleAt },
  { variable: 'MQTT_PORT', flag: '--mqtt-port', obstacle: obstacleAt },
  { variable: 'MQTTS_PORT', obstacle: obstacleAt },
  { variable: 'UDP_PORT', flag: '--udp-port', obstacle: udpObstacleAt },
];

/** Checks the public ports, which only the user may change. @throws Problem that names a free port for each taken one */
export async function checkPorts(options: Options): Promise<void> {
  const problems = await Promise.all(
    WANTED.map(async ({ variable, flag, obstacle }) => {
      const port = options[variable];
      if (port === undefined) return null;
      const found = await obstacle(port);
      if (found === null) return null;
      const what = found === 'EADDRINUSE' ? 'is taken by another program' : `can't be listened on (${found})`;
      const free = await freePortAfter(port, obstacle);
      const command = flag === undefined ? `${variable}=${free} npm start` : `npm start -- ${flag} ${free}`;
      return `Port ${port} ${what}. Set ${variable} to a free one: ${command}`;
    }),
  );
  const messages = problems.filter((problem) => problem !== null);
  if (messages.length > 0) throw new Problem(messages.join('\n'));
}

async function freePortAfter(port: number, obstacle: WantedPort['obstacle']): Promise<number> {
  for (let next = Math.max(port, 1_023) + 1; next <= 65_535; next += 1) {
    if ((await obstacle(next)) === null) return next;
  }
  return 0;
}
