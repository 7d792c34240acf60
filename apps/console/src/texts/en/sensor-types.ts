/** Sensors Types. */
export const sensorTypes = {
  sensorTypes: {
    add: 'Add Sensor',
    upload: 'Upload Excel',
    removeMapping: 'Remove Mapping',
    removeMappingWhat:
      '%{name} will lose its table. Its readings are kept as they were sent from then on; those before stay as they are.',
    mappingRemoved: 'Mapping removed',
    delete: 'Delete Sensor',
    deleteWhat: '%{name} will be deleted. Readings that were made with it are kept.',
    deleteWhatMapped: '%{name} will be deleted, with its table. Readings that were made with it are kept.',
    saved: 'Sensor created',
    unknown: 'There is no such sensor',
    unknownWhat: 'It may have been deleted, or it is not yours to see.',
    columns: { sensorName: 'Sensor Name', managerName: 'Manager Name' },
    mapped: 'Table',
    showTable: 'Table of %{name}: show it',
    unmapped: 'No table',
    info: {
      heading: 'What sensors measure',
      what: 'A sensor is a name for what is measured, such as Temperature or Tank level. It belongs to a manager, and each device of theirs has up to four.',
      mapping:
        'What a device sends takes three steps, always in this order. First its sensor mapping says which of its channels feeds which sensor.',
      table:
        'Then the table of the sensor, uploaded here, says what the raw value stands for: 12 mA are 300 litres. Without a table it stays as it is.',
      adjustment:
        'Last the sensor adjustment of the device adds its correction, in up to four ranges. That is kept, shown and compared with alerts.',
      delete: 'One that a device uses cannot be deleted.',
    },
    empty: {
      title: 'No sensors yet',
      what: 'A device needs at least one: say what its first channel measures.',
    },
    form: {
      sensorName: 'Sensor Name',
      sensorNameHint: 'What it measures, with its unit: Air temperature °C, Tank level (l).',
      hasTable: 'A table converts its raw values: upload it next',
    },
    table: {
      title: 'Table of %{name}',
      none: 'No table',
      noneWhat: 'Readings of %{name} are kept as they are sent.',
      origin: '%{file}, uploaded',
      rows: 'Rows',
      raws: 'Raw',
      values: 'Value',
      range: '%{from} to %{to}',
      chart: 'What each raw value stands for, as a curve',
      ends: 'First and last rows',
      row: 'Row',
      raw: 'Raw',
      value: 'Value',
    },
    file: {
      for: 'The table of %{name}: two columns, the raw value and what it stands for.',
      hint: 'One .xls, .xlsx or .csv file, at most %{most} MB and %{rows} rows. Raw values ascend.',
      template: 'Download a template',
      templateName: 'calibration-table.csv',
      reading: 'Reading it',
      saving: 'Saving it',
      refused: '%{name} cannot be taken.',
      refusedHint: 'Mend it there and choose it again. Nothing has been changed.',
      replaces: 'It takes the place of the present table (%{file}).',
      fromNow:
        'Between two rows a value lies on the line, beyond the ends it is held. It counts from the next reading on.',
      save: 'Save',
      saved: 'Table uploaded',
    },
  },
} as const;
