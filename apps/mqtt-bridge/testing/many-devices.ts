// `node many-devices.ts PORT COUNT`: COUNT devices in their own process. Tells its parent when all have signed in.
// Publishes once per device when the parent sends a message, and reports the number of acknowledgements.
import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { generate } from 'mqtt-packet';

/** Sign-ins under way at once. */
const AT_ONCE = 500;

const [port, count] = process.argv.slice(2).map(Number) as [number, number];
const nameOf = (index: number) => `dev${String(index).padStart(5, '0')}`;

const signIn = async (index: number): Promise<Socket> => {
  // Several source addresses, as one has no more than some 28,000 ports.
  const localAddress = `127.0.0.${2 + (index % 4)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  await once(socket, 'connect');
  const username = nameOf(index);
  socket.write(
    generate({
      cmd: 'connect',
      clientId: username,
      username,
      password: Buffer.from('secret'),
      keepalive: 600,
    }),
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.equals(Buffer.from([0x20, 2, 0, 0])))
    throw new Error(`${username} is refused: ${answer.toString('hex')}`);
  return socket;
};

const publish = async (socket: Socket, index: number): Promise<number> => {
  const topic = `devices/${nameOf(index)}/telemetry`;
  const message = { topic, payload: '{"TC1":1}', qos: 1, messageId: 1, dup: false, retain: false } as const;
  socket.write(generate({ cmd: 'publish', ...message }));
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.equals(Buffer.from([0x40, 2, 0, 1])) ? 1 : 0;
};

const sockets: Socket[] = [];
let next = 0;
const signInOneByOne = async () => {
  for (let index = next++; index < count; index = next++) sockets[index] = await signIn(index);
};
await Promise.all(Array.from({ length: AT_ONCE }, signInOneByOne));
process.send!({ signedIn: sockets.length });

await once(process, 'message');
const acknowledged = await Promise.all(sockets.map(publish));
process.send!({ acknowledged: acknowledged.reduce((sum, one) => sum + one, 0) });
