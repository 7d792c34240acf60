import { TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import type { FrameLimits } from './frame-reader.ts';
import type { Rate } from './device-rate.ts';

/** What a device may do, and for how long it is waited for. */
export interface Limits {
  /** Per port. */
  readonly maxConnections: number;
  /** How long a connection may take to say who it is, ms. */
  readonly connectTimeoutMs: number;
  /** How long a packet that has begun may take, ms; beyond it, as long as its bytes come at 1 KB/s. */
  readonly packetTimeoutMs: number;
  /** How long a device that sends no more waits for the next acknowledgement, ms. */
  readonly unansweredMs: number;
  /** How long an ended connection may take to go away, ms. */
  readonly lingerMs: number;
  /** How often all connections are looked at for what takes too long, ms. */
  readonly sweepIntervalMs: number;
  /** QoS 1 and 2 messages of one connection under way at once; further ones wait in its socket. */
  readonly receiveMaximum: number;
  /** Their bytes. */
  readonly inFlightBytes: number;
  /** null: no limit. */
  readonly rate: Rate | null;
  /** Failed sign-ins a minute per address and name; null: no limit. */
  readonly signInFailures: number | null;
}

export const USUAL_LIMITS: Limits = {
  maxConnections: 20_000,
  connectTimeoutMs: 5_000,
  packetTimeoutMs: 30_000,
  unansweredMs: 30_000,
  lingerMs: 1_000,
  sweepIntervalMs: 500,
  receiveMaximum: 500,
  inFlightBytes: 1024 * 1024,
  rate: { perSecond: 10, burst: 60 },
  signInFailures: 5,
};

/** Room for topic and properties beside the payload. */
const BESIDE_PAYLOAD_BYTES = 4 * 1024;

/** Largest packet that is taken, as MQTT 5 tells the device. */
export const MAXIMUM_PACKET_SIZE: number = TELEMETRY_MAX_BYTES + BESIDE_PAYLOAD_BYTES;

/** A fixed header is at most this long. */
const FIXED_HEADER_BYTES = 5;

/** Until it is known who speaks, only a CONNECT is read. */
export const FRAMES_BEFORE_SIGN_IN: FrameLimits = { publish: 0, other: 16 * 1024 };
export const FRAMES_OF_DEVICE: FrameLimits = {
  publish: MAXIMUM_PACKET_SIZE - FIXED_HEADER_BYTES,
  other: 16 * 1024,
};
