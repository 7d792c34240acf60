/** Report. */
export const report = {
  report: {
    export: {
      title: 'Export Report',
      what: 'The readings of all sensors of a device, of up to seven days, as a spreadsheet. Choose the device.',
      format: 'dd/MM/yyyy',
      calendar: '%{label}: choose in the calendar',
      tooLong: 'The end date can be at most 7 days after the start date.',
      preview: 'The first rows of the report',
      none: 'The device sent nothing in these days.',
      count: 'One reading in these days. |||| %{smart_count} readings in these days.',
      first: 'The first one is below. |||| The first %{smart_count} are below.',
    },
  },
} as const;
