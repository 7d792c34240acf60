/** Texts of all pages. */
export const everywhere = {
  product: 'Telemon',
  roles: { admin: 'Admin', manager: 'Manager', assistant: 'Assistant' },
  dialog: { close: 'Close' },
  time: {
    now: 'just now',
    seconds: '%{count} s ago',
    minutes: '%{count} min ago',
    hours: '%{count} h ago',
    days: 'yesterday |||| %{smart_count} days ago',
    until: { hour: 'until %{time}', day: 'until %{day}, %{time}' },
    lasting: {
      moments: 'less than a minute',
      minutes: '%{minutes} min',
      hours: '%{hours} h %{minutes} min',
      days: '%{days} d %{hours} h',
    },
  },
  size: { bytes: '%{size} B', kilobytes: '%{size} KB', megabytes: '%{size} MB', gigabytes: '%{size} GB' },
  states: {
    normal: 'Normal',
    firing: 'Firing',
    silent: 'Silent',
    silentSince: 'Silent since %{time}',
    waiting: 'Waiting for the first reading',
  },
  failure: {
    title: 'This could not be loaded',
    unknown: 'Something went wrong.',
    request: '(request %{id})',
    unreachable: 'Telemon cannot be reached. Check the connection and try again.',
    brokeOff: 'The file broke off. Try again.',
    status: 'The answer was %{status}.',
    signedOut: 'The session has ended.',
    noConnection: {
      title: 'No connection',
      what: 'This part of the page could not be loaded yet. It goes on by itself when Telemon can be reached.',
    },
    crashed: {
      title: 'This page has broken',
      what: 'Nothing that was saved is lost. Loading the page again usually mends it.',
      reload: 'Load again',
    },
  },
} as const;
