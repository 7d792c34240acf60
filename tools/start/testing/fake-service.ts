// A fake service for the launcher's specs: it answers on its health port, and notes its start and its end.
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { HEALTH_PORT, FAKE_NAME, FAKE_DIARY, FAKE_FAULT } = process.env;
const note = (what: string) => {
  if (FAKE_DIARY) appendFileSync(FAKE_DIARY, `${what} ${FAKE_NAME}\n`);
};

note('began');
if (FAKE_FAULT === 'configuration') {
  console.error('PORT "abc" should be a number');
  process.exit(78);
}
if (FAKE_FAULT === 'ends') {
  console.error(JSON.stringify({ msg: 'no luck today' }));
  process.exit(1);
}
if (FAKE_FAULT === 'aborts') {
  console.error(JSON.stringify({ s: 'F', msg: 'no checkpoint', attr: { error: 'No space left on device' } }));
  process.abort();
}
if (FAKE_FAULT === 'ends well') process.exit(0);

createServer((_request, response) => response.end('{}')).listen(Number(HEALTH_PORT), '127.0.0.1');
process.on('SIGTERM', () => {
  if (FAKE_FAULT === 'stays') return;
  note('ended');
  process.exit(0);
});
console.log(JSON.stringify({ msg: 'listening' }));
