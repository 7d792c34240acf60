// Keeps the reading until the next flush; the function's set-up flushes every 25 ms.
const deviceName = msg.topic.split('/')[1];
const { TC1, TC2, TC3, seq, timestamp } = msg.payload;
context
  .get('batch')
  .push({ _id: `${deviceName}-${seq}`, deviceName, timestamp: new Date(timestamp), TC1, TC2, TC3 });
