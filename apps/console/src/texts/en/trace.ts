/** The trace of a message. */
export const trace = {
  trace: {
    open: 'Trace',
    title: 'Trace of a Message',
    steps: {
      arrived: 'Arrived',
      readings: 'Treated and stored',
      alerts: 'Compared with alerts',
      notices: 'Alert log and notices',
    },
    over: { mqtt: 'Over MQTT, %{time}', udp: 'Over UDP, %{time}' },
    gaps: {
      device: 'The device is not there any more, or is not known.',
      cut: 'The message is longer than the log keeps, so its readings are not shown here.',
      message: 'The message is not in the log any more.',
      notAllowed: 'Messages over MQTT are shown only to users with the MQTT log.',
      reading: 'The reading was removed.',
      cause: 'No reading was the cause.',
    },
    channel: 'Channel',
    sent: 'Sent',
    stored: 'Stored',
    states: {
      stored: 'Stored for %{time}',
      earlier: 'The same reading had come before, and was stored at %{at} for %{time}',
      absent: 'Not stored: it is still on its way, was refused, or was removed',
    },
    notWhole:
      'The message has more readings than this one. |||| The message has more readings than these %{smart_count}.',
    outcomes: {
      holds: 'the condition holds',
      holdsNot: 'the condition does not hold',
      paused: 'the alert is paused',
    },
    asTheyAre:
      'These are the alerts as they are now. A condition that held before starts no new entry, and late or test readings start none.',
    none: {
      readings: 'No readings are shown.',
      alerts: 'No alert of the device compares these values.',
      notices: 'No entry of the alert log began with these readings.',
    },
  },
} as const;
