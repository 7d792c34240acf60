/** The home page. */
export const home = {
  home: {
    pin: '%{alias}: %{state}',
    pinSilent: '%{words}, %{silence}',
    groupSome: '%{worst} of %{count}',
    cluster: {
      devices: '%{worst} of %{count} devices: %{state}',
      buildings: '%{worst} of %{count} buildings: %{state}',
    },
    building: '%{name}: %{states}',
    /** The devices in a building or on a floor: "1 of 2 firing". */
    within: { all: '%{count} %{state}', some: '%{worst} of %{count} %{state}', none: 'No devices' },
    mapLabel: { devices: 'Map of the devices', buildings: 'Map of the buildings' },
    mapOf: { name: 'On the map', devices: 'View Device', buildings: 'View Building' },
    largeMap: 'Large map',
    tiles:
      'The built-in map shows countries, coasts and cities. For streets, set MAP_TILES_URL to a tile server; docs/configuration.md says how.',
    filters: {
      location: 'Location Name',
      customer: 'Customer Name',
      all: 'All',
      allDevices: 'All locations and customers',
      gone: 'No longer there',
    },
    floors: {
      title: 'Floors',
      none: 'No floors yet',
      noneWhat: 'A floor that is added stands here, with its plan and the devices on it.',
    },
    counts: {
      devices: 'device |||| devices',
      firing: 'firing',
      silent: 'silent |||| silent',
      toAcknowledge: 'to acknowledge',
    },
    colour: { name: 'Colour', all: 'All', green: 'Green', red: 'Red' },
    view: { name: 'View', map: 'Map', cards: 'Cards', wall: 'Wall' },
    card: {
      customer: 'Customer',
      location: 'Location',
      sensors: 'Sensors',
      lastUpdated: 'Last Updated',
      notReported: 'Not Reported',
    },
    none: {
      devices: {
        title: 'No devices yet',
        what: 'Add one: its form can also add a sensor or a building that is missing.',
        whatAssistant: 'Devices that are assigned to you will stand here.',
      },
      buildings: {
        title: 'No buildings yet',
        what: 'A building that is added stands here, with the state of its devices.',
        whatAssistant: 'Buildings in which assigned devices stand will be shown here.',
      },
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
      what: 'They have lost their place with their manager. Manage Devices gives them another one.',
    },
    showAll: 'Show all',
  },
} as const;
