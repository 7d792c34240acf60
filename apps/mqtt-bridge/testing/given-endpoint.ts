import { logger } from '@telemon/platform/logging';
import { BoundedLog } from '../src/endpoint/bounded-log.ts';
import type { Authenticator } from '../src/endpoint/collaborators.ts';
import type { SignedInDevice } from '../src/endpoint/connection.ts';
import { type Limits, USUAL_LIMITS } from '../src/endpoint/limits.ts';
import { type Listening, MqttServer } from '../src/endpoint/mqtt-server.ts';
import { Traffic } from '../src/endpoint/traffic.ts';
import { MemoryIntake } from './memory-intake.ts';
import { MemoryLogins } from './memory-logins.ts';

export const PUMP = { name: 'pump01', password: 'a0b1c2d3e4f5' };
export const TANK = { name: 'tank_02', password: '0f1e2d3c4b5a' };
/** As usual, ms of the time that passes. */
const SWEPT_EVERY_MS = 500;

export const PUMP_TELEMETRY = 'devices/pump01/telemetry';
export const PUMP_COMMANDS = 'devices/pump01/command';
export const TANK_TELEMETRY = 'devices/tank_02/telemetry';

export interface GivenEndpoint {
  readonly port: number;
  readonly server: MqttServer;
  readonly intake: MemoryIntake;
  readonly logins: MemoryLogins;
  readonly traffic: Traffic;
  /** Lets time pass, and the endpoint notice. */
  pass(ms: number): void;
  /** The same, while the endpoint does nothing. */
  stall(ms: number): void;
  /** Sign-ins that other replicas were told of. */
  readonly announced: SignedInDevice[];
  /** Devices that other services were told of as sending too much. */
  readonly beyondRate: string[];
  stop(): Promise<void>;
}

/** The endpoint on a port of its own, with two devices, messages kept in memory, and whatever limits a spec needs. */
export const givenEndpoint = async (
  limits: Partial<Limits> = {},
  listening: Partial<Listening> = {},
  authenticator?: Authenticator,
  hearNews: () => Promise<void> = async () => undefined,
): Promise<GivenEndpoint> => {
  // What a spec provokes is not worth a line.
  logger.level = 'silent';
  const intake = new MemoryIntake();
  const logins = new MemoryLogins();
  for (const { name, password } of [PUMP, TANK]) logins.add(name, password);
  const traffic = new Traffic();
  const announced: SignedInDevice[] = [];
  const beyondRate: string[] = [];
  let ahead = 0;
  const server = new MqttServer(
    { host: '127.0.0.1', port: 0, ...listening },
    {
      intake,
      authenticator: authenticator ?? logins,
      limits: {
        ...USUAL_LIMITS,
        sweepIntervalMs: 10,
        lingerMs: 100,
        rate: null,
        signInFailures: null,
        ...limits,
      },
      traffic,
      log: new BoundedLog(),
      announce: (device) => announced.push(device),
      tellBeyondRate: (deviceName) => beyondRate.push(deviceName),
      hearNews,
      now: () => performance.now() + ahead,
    },
  );
  await server.listen();
  return {
    port: server.ports[0]!,
    server,
    intake,
    logins,
    traffic,
    announced,
    beyondRate,
    pass: (ms) => {
      for (let left = ms; left > 0; left -= SWEPT_EVERY_MS) {
        ahead += Math.min(left, SWEPT_EVERY_MS);
        server.connections.sweep();
      }
    },
    stall: (ms) => {
      ahead += ms;
      server.connections.sweep();
    },
    stop: () => server.close(),
  };
};
