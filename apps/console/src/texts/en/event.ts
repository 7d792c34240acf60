/** Manage Events. */
const event = {
  name: 'Event |||| Events',
  fields: {
    deviceName: 'Device',
    sensorId: 'Sensor',
    sensorName: 'Sensor',
    valueType: 'Value Type',
    setPoint: 'Set Point',
    eventType: 'Event Type',
    lastOccurredAt: 'Last Occurred At',
    createdAt: 'Created At',
  },
  action: { create: 'Add Event' },
  created: 'Event created',
  delete: 'Delete Event',
  deleteWhat: '%{rule} on %{device} will be deleted and occur no more. Its occurrences are kept for reports.',
  types: {
    Above: 'Occurs when a reading goes above the set point.',
    Below: 'Occurs when a reading goes below the set point.',
  },
  now: 'occurring now',
  info: {
    heading: 'What reports should count',
    what: 'An event watches one sensor of one device and occurs each time a value goes above or below its set point.',
    recorded: 'Each occurrence is recorded, and nobody gets a message. For a message, add an alert.',
    sensor: 'When a device gets another manager, its events go on once sensors are chosen again.',
  },
  empty: 'No events yet',
  invite: 'Add one, and each time that a value goes above or below its set point is recorded.',
} as const;

/** On a device's page, they are a resource of their own. */
export const events = { event, 'events-of-device': event } as const;
