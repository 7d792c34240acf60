import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Socket, createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type NameServers, nameServers } from './outbound-addresses.ts';

const A = 1;
const AAAA = 28;
const NOT_FOUND = 3;

// prettier-ignore
/** The records of the names that the server knows, by type. */
const RECORDS: Record<string, Record<number, number[][]>> = {
  'both.example.com': { [A]: [[192, 0, 2, 1], [192, 0, 2, 2]], [AAAA]: [[0x20, 1, 0xd, 0xb8, ...Array<number>(11).fill(0), 1]] },
  'four.example.com': { [A]: [[10, 0, 0, 1]] },
  'none.example.com': {},
};

/** Answers a question about one name, as RFC 1035 has it. */
const answerTo = (query: Buffer): Buffer => {
  const labels: string[] = [];
  let at = 12;
  while (query[at]! > 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    at += 1 + query[at]!;
  }
  const question = query.subarray(12, at + 5);
  const type = query.readUInt16BE(at + 1);
  const known = RECORDS[labels.join('.').toLowerCase()];
  const records = known?.[type] ?? [];
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(0x8180 | (known ? 0 : NOT_FOUND), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  const answers = records.map((data) =>
    Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]),
  );
  return Buffer.concat([header, question, ...answers]);
};

let server: Socket;
let names: NameServers;

beforeAll(async () => {
  server = createSocket('udp4');
  server.on('message', (query, { port, address }) => server.send(answerTo(query), port, address));
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  names = nameServers([`127.0.0.1:${server.address().port}`]);
});
afterAll(() => void server.close());

describe('the name servers', () => {
  it('give all addresses of a name, of both kinds', async () => {
    expect((await names.resolve('both.example.com')).sort()).toEqual([
      '192.0.2.1',
      '192.0.2.2',
      '2001:db8::1',
    ]);
  });

  it('give the addresses of a name that has only one kind', async () => {
    expect(await names.resolve('four.example.com')).toEqual(['10.0.0.1']);
  });

  it('give no address of a name that has none, or that does not exist', async () => {
    await expect(names.resolve('none.example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(names.resolve('nobody.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('are not asked for a listed name that the machine itself knows', async () => {
    expect(await names.lookUp('localhost')).toContain('127.0.0.1');
  });
});
