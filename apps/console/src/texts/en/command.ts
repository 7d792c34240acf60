/** The commands on a device's page. */
export const command = {
  name: 'Command |||| Commands',
  fields: { command: 'Command', state: 'State', createdAt: 'Created' },
  hints: { command: 'Up to 1,000 characters. The device gets them as they stand here.' },
  states: { pending: 'Waiting', delivered: 'Delivered', tooLarge: 'Too large for the device' },
  action: { create: 'Add Command' },
  created: 'Command created successfully',
  delete: 'Delete Command',
  deleteWhat: {
    pending: '“%{command}” will be deleted. Unless it is on its way already, the device does not get it.',
    delivered: '“%{command}” will leave the list. The device has it already.',
  },
  empty: 'No commands yet',
  emptyWhat:
    'A command waits here until the device takes it. The last %{most} commands stay, with the time of their delivery.',
} as const;
