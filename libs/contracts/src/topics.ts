/** Kafka topics. What may not be lost goes here. */
export const TOPICS = {
  raw: 'telemetry.raw',
  /** Reading[]: those of one batch, in order of arrival per device. */
  readings: 'telemetry.readings',
  deadLetters: 'telemetry.dead-letters',
  facts: 'domain.facts',
} as const;

/** NATS subjects of what may be missed: live updates for open pages. */
export const LIVE_SUBJECTS = {
  /** LiveReading[]: the newest reading per device of one batch. */
  readings: 'live.readings',
  /** LiveDevice: a device made, changed, gone, or its status. */
  devices: 'live.devices',
  /** LivePlace: a building or a floor made, changed or gone. */
  places: 'live.places',
  /** LiveAlert: an alert fired, cleared or was acknowledged. */
  alerts: 'live.alerts',
  /** Sent by a gateway every few seconds while a page is open; nobody listens, nothing is sent. */
  interest: 'live.interest',
} as const;
