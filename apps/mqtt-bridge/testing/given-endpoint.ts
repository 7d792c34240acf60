import type { Refusal } from '@telemon/edge/refusals';
import { logger } from '@telemon/platform/logging';
import { BoundedLog } from '../src/endpoint/bounded-log.ts';
import type { Authenticator } from '../src/endpoint/authenticator.ts';
import type { CommandSource } from '../src/endpoint/command-source.ts';
import type { SignedInDevice } from '../src/endpoint/conversation.ts';
import { type ConnectionLimits, USUAL_LIMITS } from '../src/endpoint/limits.ts';
import { type Listening, MqttServer } from '../src/endpoint/mqtt-server.ts';
import type { SignInLimit } from '../src/endpoint/sign-in-limit.ts';
import type { TlsMaterial } from '../src/endpoint/tls-material.ts';
import type { TopicBlocks } from '../src/endpoint/topic-blocks.ts';
import { Traffic } from '../src/endpoint/traffic.ts';
import { MemoryBlocks } from './memory-blocks.ts';
import { MemoryCommands } from './memory-commands.ts';
import { MemoryPresence } from './memory-presence.ts';
import { MemoryTelemetry } from './memory-telemetry.ts';
import { MemoryLogins } from './memory-logins.ts';

export const PUMP = { name: 'pump01', password: 'a0b1c2d3e4f5' };
export const TANK = { name: 'tank_02', password: '0f1e2d3c4b5a' };
/** The usual interval, ms of the endpoint's clock. */
const SWEPT_EVERY_MS = 500;

export const PUMP_TELEMETRY = 'devices/pump01/telemetry';
export const PUMP_IMAGES = 'devices/pump01/image';
export const PUMP_COMMANDS = 'devices/pump01/command';
export const TANK_TELEMETRY = 'devices/tank_02/telemetry';

export interface GivenEndpoint {
  readonly port: number;
  readonly server: MqttServer;
  readonly telemetry: MemoryTelemetry;
  readonly images: MemoryTelemetry;
  readonly logins: MemoryLogins;
  readonly commands: MemoryCommands;
  readonly blockedTopics: MemoryBlocks;
  readonly traffic: Traffic;
  /** Advances the endpoint's clock, with the usual sweeps. */
  pass(ms: number): void;
  /** Advances the clock, with one sweep at the end. */
  stall(ms: number): void;
  /** Advances the clock; no sweep has come yet. */
  stallUnnoticed(ms: number): void;
  /** Sign-ins announced to other replicas. */
  readonly announced: SignedInDevice[];
  /** Devices reported to other services as beyond their rate. */
  readonly beyondRate: string[];
  /** Messages handed to the log because they were refused. */
  readonly refused: Refusal[];
  readonly presence: MemoryPresence;
  stop(): Promise<void>;
}

export interface Given {
  listening?: Partial<Listening>;
  /** The certificate of a second port, for TLS. */
  tls?: TlsMaterial;
  authenticator?: Authenticator;
  commands?: CommandSource;
  blockedTopics?: TopicBlocks;
  catchUp?: () => Promise<void>;
  signInLimit?: SignInLimit | null;
  /** The endpoint's clock moves only when the spec says so, however long the spec takes. */
  isClockStill?: boolean;
}

/** Starts the endpoint on a free port, with two devices, messages in memory, and the limits that a spec needs. */
export const givenEndpoint = async (
  limits: Partial<ConnectionLimits> = {},
  {
    listening,
    tls,
    authenticator,
    commands,
    blockedTopics,
    catchUp = async () => undefined,
    signInLimit = null,
    isClockStill = false,
  }: Given = {},
): Promise<GivenEndpoint> => {
  // The faults that specs provoke need no log lines.
  logger.level = 'silent';
  const telemetry = new MemoryTelemetry();
  const images = new MemoryTelemetry();
  const logins = new MemoryLogins();
  for (const { name, password } of [PUMP, TANK]) logins.add(name, password);
  const memoryCommands = new MemoryCommands();
  const memoryBlocks = new MemoryBlocks();
  const traffic = new Traffic();
  const announced: SignedInDevice[] = [];
  const beyondRate: string[] = [];
  const refused: Refusal[] = [];
  const presence = new MemoryPresence();
  // Whole milliseconds, so that a sum of them is exact.
  const begun = Math.round(performance.now());
  let ahead = 0;
  const server = new MqttServer(
    { host: '127.0.0.1', port: 0, ...(tls && { tlsPort: 0 }), ...listening },
    {
      telemetry,
      images,
      authenticator: authenticator ?? logins,
      commands: commands ?? memoryCommands,
      blockedTopics: blockedTopics ?? memoryBlocks,
      limits: {
        ...USUAL_LIMITS,
        sweepIntervalMs: 10,
        rate: null,
        imageRate: null,
        ...limits,
      },
      traffic,
      log: new BoundedLog(),
      refusals: { add: (refusal) => void refused.push(refusal) },
      presence,
      signInLimit,
      announce: (device) => announced.push(device),
      tellBeyondRate: (deviceName) => beyondRate.push(deviceName),
      catchUp,
      now: () => (isClockStill ? begun : performance.now()) + ahead,
    },
  );
  if (tls) server.useTls(tls);
  await server.listen();
  return {
    port: server.ports[0]!,
    server,
    telemetry,
    images,
    logins,
    commands: memoryCommands,
    blockedTopics: memoryBlocks,
    traffic,
    announced,
    beyondRate,
    refused,
    presence,
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
    stallUnnoticed: (ms) => void (ahead += ms),
    stop: () => server.close(),
  };
};
