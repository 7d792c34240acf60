// One insert a message.
const deviceName = msg.topic.split('/')[1];
const { TC1, TC2, TC3, seq, timestamp } = msg.payload;
const reading = { _id: `${deviceName}-${seq}`, deviceName, timestamp: new Date(timestamp), TC1, TC2, TC3 };
return { payload: [reading] };
