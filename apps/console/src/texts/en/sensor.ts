/** Sensors Types. */
export const sensor = {
  name: 'Sensor |||| Sensors',
  fields: {
    sensorName: 'Sensor Name',
    managerName: 'Manager Name',
    hasTable: 'A table converts its raw values: upload it next',
  },
  hints: { sensorName: 'The measurement with its unit: Air temperature °C, Tank level (l).' },
  action: { create: 'Add Sensor' },
  created: 'Sensor created',
  delete: 'Delete Sensor',
  deleteWhat: '%{name} will be deleted. Readings that were made with it are kept.',
  deleteWhatMapped: '%{name} will be deleted, with its table. Readings that were made with it are kept.',
  removeMapping: 'Remove Mapping',
  removeMappingWhat:
    '%{name} will lose its table. Its readings are kept as they were sent from then on; those before stay as they are.',
  mappingRemoved: 'Mapping removed',
  unknown: 'There is no such sensor',
  unknownWhat: 'It may have been deleted, or you may not see it.',
  info: {
    heading: 'How readings get their meaning',
    what: 'A sensor names a measurement, such as Temperature or Tank level. It belongs to a manager, and each device of theirs has up to four.',
    mapping:
      'A reading of a device takes three steps, always in this order. First the sensor mapping of the device says which channel feeds which sensor.',
    table:
      'Then the table of the sensor, uploaded here, converts the raw value: 12 mA are 300 litres. Without a table it stays as it is.',
    adjustment:
      'Last the sensor adjustment of the device adds its correction, in up to four ranges. The result is kept, shown and compared with alerts.',
    delete: 'A sensor that a device uses cannot be deleted.',
  },
  empty: 'No sensors yet',
  invite: 'Add one: a device needs a sensor for its first channel.',
  table: {
    mapped: 'Table',
    unmapped: 'No table',
    show: 'Table of %{name}: show it',
    title: 'Table of %{name}',
    noneWhat: 'Readings of %{name} are kept as they are sent.',
    origin: '%{file}, uploaded',
    rows: 'Rows',
    row: 'Row',
    raw: 'Raw',
    value: 'Value',
    range: '%{from} to %{to}',
    chart: 'What each raw value stands for, as a curve',
    ends: 'First and last rows',
  },
  upload: {
    title: 'Upload Excel',
    intro: 'The table of %{name}: two columns, the raw value and its meaning.',
    hint: 'One .xls, .xlsx or .csv file, at most %{most} MB and %{rows} rows. Raw values ascend.',
    template: 'Download a template',
    templateName: 'calibration-table.csv',
    reading: 'Reading it',
    saving: 'Saving it',
    refused: '%{name} cannot be taken.',
    refusedHint: 'Correct the file and choose it again. Nothing has been changed.',
    replaces: 'It takes the place of the present table (%{file}).',
    fromNow:
      'Between two rows a value lies on the line; beyond the ends it stays at the end. The table counts from the next reading on.',
    saved: 'Table uploaded',
  },
} as const;
