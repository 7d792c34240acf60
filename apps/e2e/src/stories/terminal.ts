import { connectAsync } from 'mqtt';
import { parseArgs } from 'node:util';

/** The words of a shell command, with only single quotes interpreted. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

const STRING = { type: 'string' } as const;

/** Executes a `mosquitto_pub` command with all its options; resolves when the message is acknowledged. */
export const runInTerminal = async (line: string): Promise<void> => {
  const [command, ...args] = wordsOf(line);
  if (command !== 'mosquitto_pub') throw new Error(`not a mosquitto_pub command: ${line}`);
  const host = { ...STRING, short: 'h' };
  const port = { ...STRING, short: 'p' };
  const username = { ...STRING, short: 'u' };
  const password = { ...STRING, short: 'P' };
  const qos = { ...STRING, short: 'q' };
  const topic = { ...STRING, short: 't' };
  const message = { ...STRING, short: 'm' };
  const { values } = parseArgs({
    // Joins each option and its value, because a password may start with a dash.
    args: args.flatMap((word, at) => (at % 2 === 0 ? [`${word}${args[at + 1]}`] : [])),
    options: { host, port, username, password, qos, topic, message },
  });
  const client = await connectAsync(`mqtt://${values.host}:${values.port}`, {
    username: values.username!,
    password: values.password!,
    reconnectPeriod: 0,
  });
  await client.publishAsync(values.topic!, values.message!, { qos: Number(values.qos) as 0 | 1 });
  await client.endAsync();
};
