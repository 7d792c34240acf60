import { IMAGE_MAX_BYTES } from '@telemon/contracts/devices/images';
import { TELEMETRY_MAX_BYTES } from '@telemon/contracts/readings';
import type { Rate } from '@telemon/edge/token-bucket';
import type { FrameLimits } from './frame-reader.ts';

/** The limits and timeouts of devices' connections. */
export interface ConnectionLimits {
  /** Most connections per port. */
  readonly maxConnections: number;
  /** How long a connection may take to sign in, ms. */
  readonly connectTimeoutMs: number;
  /** How long a packet may take, ms; a large one, as long as its bytes arrive at 1 KB/s. */
  readonly packetTimeoutMs: number;
  /** How long a device that has closed its side waits for the next acknowledgement, ms. */
  readonly unansweredMs: number;
  /** How long an ended connection may take to close, ms. */
  readonly lingerMs: number;
  /** How often the time limits of all connections are checked, ms. */
  readonly sweepIntervalMs: number;
  /** QoS 1 and 2 messages of one connection under way at once; further ones wait in its socket. */
  readonly receiveMaximum: number;
  /** Bytes of those messages under way at once. */
  readonly inFlightBytes: number;
  /** Commands of one connection that are sent and not acknowledged. */
  readonly commandsAtOnce: number;
  /** The rate of readings, and of other packets. null: no limit. */
  readonly rate: Rate | null;
  /** The rate of images. null: no limit. */
  readonly imageRate: Rate | null;
  /** Large packets that are being received, on all connections together, bytes. */
  readonly largePacketsBytes: number;
  /** How long a large packet may take while others wait for its place, ms. */
  readonly largePacketWithinMs: number;
}

export const USUAL_LIMITS: ConnectionLimits = {
  maxConnections: 20_000,
  connectTimeoutMs: 5_000,
  packetTimeoutMs: 30_000,
  unansweredMs: 30_000,
  lingerMs: 1_000,
  sweepIntervalMs: 500,
  receiveMaximum: 500,
  inFlightBytes: 1024 * 1024,
  commandsAtOnce: 20,
  rate: { perSecond: 10, burst: 60 },
  imageRate: { perSecond: 0.1, burst: 10 },
  largePacketsBytes: 32 * 1024 * 1024,
  largePacketWithinMs: 60_000,
};

/** Room for topic and properties beside the payload. */
const BESIDE_PAYLOAD_BYTES = 4 * 1024;

/** Largest packet, announced to MQTT 5 devices, bytes. */
export const MAXIMUM_PACKET_SIZE: number = IMAGE_MAX_BYTES + BESIDE_PAYLOAD_BYTES;
/** Only an image may be larger, bytes. */
export const LARGE_PACKET_BYTES: number = TELEMETRY_MAX_BYTES + BESIDE_PAYLOAD_BYTES;

/** A fixed header is at most this long. */
const FIXED_HEADER_BYTES = 5;

/** Before the sign-in, only a CONNECT is read. */
export const FRAMES_BEFORE_SIGN_IN: FrameLimits = { publish: 0, other: 16 * 1024 };
export const FRAMES_OF_DEVICE: FrameLimits = {
  publish: MAXIMUM_PACKET_SIZE - FIXED_HEADER_BYTES,
  other: 16 * 1024,
};
