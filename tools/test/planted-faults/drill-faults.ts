import type { DrillFault } from './planted-fault.ts';

export const DRILL_FAULTS: readonly DrillFault[] = [
  {
    name: 'a write without an answer counts as done',
    mistakes: [
      {
        file: 'libs/platform/src/mongo-outcome.ts',
        right: 'known !== writes.length || ',
        wrong: 'known < 0 || ',
      },
    ],
    drill: 'outages',
    breaks: ['lost'],
    form: 'short',
  },
  {
    name: 'each copy of a report has a Message-ID of its own',
    mistakes: [
      {
        file: 'apps/reporting/src/letters/report-writer.ts',
        right: 'id: _id, to: email',
        wrong: 'id: `${_id}${Date.now()}`, to: email',
      },
    ],
    drill: 'reports',
    breaks: ['otherIds'],
    form: 'short',
  },
  {
    name: 'a revoked login stays connected, and a look-up from before its end is used again',
    mistakes: [
      {
        file: 'apps/mqtt-bridge/src/credentials/credentials.ts',
        right: `if (newest.version < this.endOf(deviceName)) return version < this.endOf(deviceName);
    return newest.version > version && newest.login?.passwordSha256 !== passwordSha256;`,
        wrong: 'return version < 0 && newest.login?.passwordSha256 !== passwordSha256;',
      },
      {
        file: 'libs/edge/src/look-ups.ts',
        right: 'this.answers.delete(deviceName);\n    this.underWay.delete(deviceName);',
        wrong: 'void deviceName;',
      },
    ],
    drill: 'revoked-logins',
    breaks: ['stayed', 'storedLate', 'foreign'],
    form: 'short',
  },
  {
    name: 'reads of the history have no bound: each page reads all its rows at once, and none waits',
    mistakes: [
      {
        file: 'apps/devices/src/history/bounded-read.ts',
        right:
          'const SHORT_READS = { atOnce: 4, mostWaiting: 200, ofOwner: { atOnce: 3, mostWaiting: 100 } };',
        wrong:
          'const SHORT_READS = { atOnce: 1e6, mostWaiting: 1e6, ofOwner: { atOnce: 1e6, mostWaiting: 1e6 } };',
      },
      {
        file: 'apps/devices/src/history/bounded-read.ts',
        right: 'const LONG_READS = { atOnce: 2, mostWaiting: 20, ofOwner: { atOnce: 1, mostWaiting: 4 } };',
        wrong:
          'const LONG_READS = { atOnce: 1e6, mostWaiting: 1e6, ofOwner: { atOnce: 1e6, mostWaiting: 1e6 } };',
      },
      {
        file: 'apps/devices/src/history/bounded-read.ts',
        right: 'if (rows > LONGEST_READ_ROWS) throw tooMuchToShow();',
        wrong: 'if (rows < 0) throw tooMuchToShow();',
      },
      {
        file: 'apps/devices/src/history/past-readings.ts',
        right: 'for await (const batch of readAhead(this.openIn(key, range, 1, query))) {',
        wrong: `const rows: StoredReading[] = [];
      for await (const batch of this.openIn(key, range, 1, query)) rows.push(...batch);
      for (const batch of [rows]) {`,
      },
    ],
    drill: 'busy-device',
    breaks: ['otherLogsFailed', 'otherAnswers', 'slowAnswers', 'notStored', 'heldMb'],
    form: 'short',
  },
  {
    name: 'a route goes past datagrams that its broker did not acknowledge',
    mistakes: [
      {
        file: 'apps/udp-router/src/routes/forwarder.ts',
        right: '    return failed;',
        wrong: '    return datagrams.length;',
      },
    ],
    drill: 'udp-routes',
    breaks: ['lost'],
    // Only a broker that is stopped surely has a datagram that it does not acknowledge.
    form: 'long',
  },
  {
    name: 'a route trusts any certificate',
    mistakes: [
      {
        file: 'libs/platform/src/outbound/outbound-socket.ts',
        right: 'rejectUnauthorized: true',
        wrong: 'rejectUnauthorized: false',
      },
    ],
    drill: 'udp-routes',
    breaks: ['notTold', 'arrivedMeanwhile'],
    form: 'short',
  },
  {
    name: 'a device that connects again keeps its former connection',
    mistakes: [
      {
        file: 'apps/mqtt-bridge/src/endpoint/connections.ts',
        right: 'this.ofDevices.get(device.name)?.end(REASONS.takenOver);',
        wrong: '',
      },
    ],
    drill: 'reconnects',
    breaks: ['stayed'],
    form: 'short',
  },
];
