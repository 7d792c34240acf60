/** Unknown Devices. */
export const unknownDevice = {
  name: 'Unknown device |||| Unknown devices',
  fields: {
    deviceName: 'Name',
    source: 'Over',
    data: 'Sample',
    count: 'Times',
    firstSeenAt: 'First seen',
    lastSeenAt: 'Last seen',
  },
  signIns: 'It tried to sign in',
  create: 'Create device',
  delete: 'Delete unknown device',
  deleteWhat: '%{name} will be removed from this list. If it sends again, it is listed again.',
  info: {
    heading: 'Devices that nobody has added',
    what: 'Names under which datagrams came or sign-ins over MQTT were tried, although no device has them. Nothing of it is stored but the sample.',
    create: 'Create device adds one of that name. Over MQTT it also needs the login that is shown then.',
    bounds: 'The list is bounded: what comes often stays, what came once or long ago is removed first.',
  },
  empty: 'No unknown device',
  emptyWhat: 'A name appears here when something sends under it and no device has it.',
} as const;
