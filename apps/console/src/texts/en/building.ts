/** Manage Building, and the place of a building or a device on the map. */
export const building = {
  name: 'Building |||| Buildings',
  fields: {
    buildingName: 'Building Name',
    managerName: 'Manager Name',
    createdAt: 'Created At',
    lat: 'Latitude',
    lng: 'Longitude',
  },
  hints: {
    buildingName: '3 to 25 characters. It cannot be changed later.',
    buildingNameFixed: 'It is fixed after creation.',
    managerChanges: 'Its floors go along to this manager; devices on them lose their place.',
  },
  action: { create: 'Add Building' },
  title: 'Add/Edit Building',
  created: 'Building created',
  updated: 'Building updated',
  edit: 'Edit Building',
  delete: 'Delete Building',
  deleteWhat:
    '%{name} will be deleted and leaves the map. While floors or devices belong to it, it cannot be deleted.',
  unknown: 'There is no such building',
  unknownWhat: 'It may have been deleted, or you may not see it.',
  info: {
    heading: 'Buildings that devices stand in',
    what: 'A building stands on the map of the dashboard and has floors, each with a plan.',
    floors: 'Its floors are added in Manage Floor Map; a device gets its place on a plan in Manage Devices.',
    delete: 'A building with floors or devices cannot be deleted.',
    seen: 'You see the buildings of the devices that are assigned to you.',
  },
  empty: 'No buildings yet',
  invite: 'Add one with its place on the map; then its floors can have their plans.',
  inviteAssistant: 'The buildings of devices that are assigned to you will stand here.',
  place: {
    hint: 'Click on the map, or drag the pin.',
    search: 'Search a city',
    noCity: 'The map knows no such city',
    map: 'Place on the map',
    pin: 'It stands here',
    own: 'Use my position',
    ownUnknown:
      'The browser does not tell its position. It may not be allowed to, or the address does not begin with https.',
  },
} as const;
