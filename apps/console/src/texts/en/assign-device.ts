/** Assign Devices. */
export const assignDevice = {
  name: 'Assigned device |||| Assigned devices',
  fields: { deviceName: 'Device', assistantId: 'Assistant' },
  hints: {
    deviceFirst: 'Choose the device first: assistants see those of their manager.',
    noAssistants: 'Its manager has no assistant who does not see it already: add one here.',
  },
  columns: { device: 'Device', manager: 'Manager', name: 'Name' },
  action: { create: 'Assign Device', addAssistant: 'Add Assistant' },
  saved: 'Device assigned',
  remove: 'Remove Assistant',
  removeWhat: '%{name} will no longer see %{device}. Nothing else changes.',
  showAssistants: 'Show the assistants of %{name}',
  devices: 'Devices',
  assistants: 'Assistants',
  info: {
    heading: 'Who sees which devices',
    what: 'An assistant sees the devices that are assigned to them, and nothing else.',
    live: 'A device that is assigned is on their screen at once; one that is taken away is gone as soon.',
  },
  empty: 'No device is assigned yet',
  invite: 'Assign one, and an assistant of its manager sees it.',
  choose: { title: 'Which device?', what: 'Choose one of the list to see its assistants.' },
  none: { title: 'Nobody sees it', what: 'No assistant is assigned to this device.' },
} as const;
