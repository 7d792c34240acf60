/** Texts that the MQTT and the UDP log share. */
export const messageLog = {
  log: {
    search: 'Topic, device or data',
    searched: 'The search looks through the newest %{count} messages.',
    paused: 'Paused · show the newest',
    pausedNew: 'Paused · %{count} new',
    deleteAll: 'Delete All',
    deleteWhat:
      'One message of the log will be deleted. |||| %{smart_count} messages of the log will be deleted, also those that this list does not show.',
    deleteMany:
      '%{count} messages of the log or more will be deleted, also those that this list does not show.',
    typeNumber: 'Type %{count} to delete them',
    deleted: 'Logs deleted!',
    refused: 'Refused: %{reason}',
    standsFor: 'Stands for one message |||| Stands for %{smart_count} messages',
    emptyPayload: '(empty)',
    showAll: 'Show all of it',
    showLess: 'Show less',
    info: {
      refused: 'A message that was refused says why. The reason may come a moment after the message.',
      counted: 'When very much arrives, one row stands for several messages, and says for how many.',
      live: 'New messages appear every few seconds, unless you have scrolled down, selected text or opened another page.',
    },
  },
} as const;

/** The texts of the message logs, by the names of their resources. */
export const messageLogs = {
  mqttLogs: {
    name: 'Message |||| Messages',
    fields: { topic: 'Topic', data: 'Data', timestamp: 'Time', deviceName: 'Device', bytes: 'Size' },
    info: {
      heading: 'What devices send over MQTT',
      what: 'Every message of your devices, stored or refused, the newest first. Images are shown only where they were refused.',
    },
    empty: 'No message has come over MQTT yet',
    emptyWhat: 'Messages appear here as soon as a device publishes to its topic.',
  },
  udpLogs: {
    name: 'Datagram |||| Datagrams',
    fields: {
      deviceId: 'Device ID',
      host: 'Host',
      port: 'Port',
      topic: 'Topic',
      message: 'Message',
      timestamp: 'Timestamp',
      bytes: 'Size',
    },
    info: {
      heading: 'What devices send over UDP',
      what: 'Every datagram of your devices, stored or refused, the newest first. Host, port and topic are those of the route that took it.',
    },
    empty: 'No datagram has come yet',
    emptyWhat: 'Datagrams appear here as soon as a device sends one.',
  },
} as const;
