context.set('batch', []);
const timer = setInterval(() => {
  const batch = context.get('batch');
  if (batch.length === 0) return;
  context.set('batch', []);
  node.send({ payload: [batch, { ordered: false }] });
}, 25);
context.set('timer', timer);
