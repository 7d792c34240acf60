import { DAY_MS } from './durations.ts';

/** Kafka topics, for messages that must not be lost. */
export const TOPICS = {
  raw: 'telemetry.raw',
  /** Devices' images, apart from their readings, which never wait behind one. */
  images: 'telemetry.images',
  /** Reading[]: those of one batch, in order of arrival per device. */
  readings: 'telemetry.readings',
  deadLetters: 'telemetry.dead-letters',
  facts: 'domain.facts',
} as const;

/** How long Kafka keeps a raw message or an image that the devices service has read, ms; it keeps the others until then. */
export const RAW_KEPT_MS = 7 * DAY_MS;

/** NATS subjects of live updates for open pages, which may be missed. */
export const LIVE_SUBJECTS = {
  /** LiveReading[]: the newest reading per device of one batch. */
  readings: 'live.readings',
  /** LiveDevice: a device made, changed or removed, or its status. */
  devices: 'live.devices',
  /** LivePlace: a building or a floor made, changed or removed. */
  places: 'live.places',
  /** LiveAlert: an alert fired, cleared or was acknowledged. */
  alerts: 'live.alerts',
  /** Sent by a gateway every few seconds while a page is open; without it, the devices service sends nothing. */
  interest: 'live.interest',
} as const;
