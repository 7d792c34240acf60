/** The first page. */
export const home = {
  home: {
    map: 'Map of the devices',
    pin: '%{alias}: %{state}',
    groupSome: '%{worst} of %{count}',
    cluster: '%{worst} of %{count} devices: %{state}',
    buildingMap: 'Map of the buildings',
    buildingCluster: '%{worst} of %{count} buildings: %{state}',
    building: {
      // The name holds what is seen, for those who say it.
      pin: '%{name}: %{worst} %{state} of %{count} devices',
      all: '%{worst} %{state}',
      some: '%{worst} %{state} of %{count}',
      pinEmpty: '%{name}: No devices',
      empty: 'No devices',
    },
    mapOf: { name: 'On the map', devices: 'View Device', buildings: 'View Building' },
    largeMap: 'Large map',
    filters: {
      location: 'Location Name',
      customer: 'Customer Name',
      all: 'All',
      gone: 'No longer there',
    },
    floors: {
      title: 'Floors',
      states: '%{worst} of %{count}: %{state}',
      none: 'No floors yet',
      noneWhat: 'A floor that is added stands here, with its plan and the devices on it.',
    },
    counts: {
      devices: 'device |||| devices',
      firing: 'firing',
      silent: 'silent',
      toAcknowledge: 'to acknowledge',
    },
    colour: { name: 'Colour', all: 'All', green: 'Green', red: 'Red' },
    view: { name: 'View', map: 'Map', cards: 'Cards' },
    card: {
      customer: 'Customer',
      location: 'Location',
      sensors: 'Sensors',
      lastUpdated: 'Last Updated',
      notReported: 'Not Reported',
    },
    empty: {
      title: 'No devices yet',
      what: 'Add one: what it needs besides, such as its sensor, can be added on the way.',
      whatAssistant: 'Devices that are assigned to you will stand here.',
    },
    noneHere: {
      devices: 'No devices of this location and customer',
      buildings: 'No buildings of this location and customer',
    },
    noneOf: {
      devices: { green: 'No device is green', red: 'No device is red' },
      buildings: { green: 'No building is green', red: 'No building is red' },
    },
    noneOnMap: {
      title: 'None of these devices stands on the map',
      what: 'Those on the plan of a floor are found by its building.',
    },
    noBuildings: {
      title: 'No buildings yet',
      what: 'A building that is added stands here, with the state of its devices.',
      whatAssistant: 'Buildings in which assigned devices stand will be shown here.',
    },
    showAll: 'Show all',
  },
} as const;
