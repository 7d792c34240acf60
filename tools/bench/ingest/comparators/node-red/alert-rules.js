// Compares a reading with the rules of its device in memory. A rule that begins to hold sends an SMS and an MQTT message.
const deviceName = msg.topic.split('/')[1];
const rules = context.get('rules');
const held = context.get('held');
let holding = held.get(deviceName);
if (holding === undefined) held.set(deviceName, (holding = rules.map(() => false)));
for (let place = 0; place < rules.length; place++) {
  const { sensorId, alertType, setPoint, tells } = rules[place];
  const value = msg.payload['TC' + sensorId];
  const holds = alertType === 'Above' ? value > setPoint : value < setPoint;
  if (holds && !holding[place] && tells) {
    const message = `${deviceName} ${alertType} ${setPoint}: ${value}`;
    const sms = { To: '+15000000000', From: '+15005550006', Body: message };
    node.send([
      { payload: sms, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { payload: { deviceName, sensorId, alertType, setPoint, value, message } },
    ]);
  }
  holding[place] = holds;
}
