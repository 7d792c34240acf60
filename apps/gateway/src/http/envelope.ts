import { type Envelope, type Failure, STATUS_OF_KIND } from '@telemon/contracts/errors';
import { PackedJson } from '@telemon/platform/messaging/packed-json';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import { gzipAround } from './gzip-around.ts';

/** Smaller answers are not worth compressing, bytes. */
const COMPRESSED_FROM = 4_096;
/** Up to here compressing takes a tenth of a millisecond; handing it to another thread would take several times that. */
const COMPRESSED_HERE_UP_TO = 65_536;
/** On lists of JSON, level 2 takes a quarter of the default's time and gives a seventh more bytes. */
const LEVEL = 2;
/** Less memory to set up than the default, and enough for a small answer. */
const MEMORY_FOR_SMALL = 5;
const RETRY_AFTER_S = 3;
/** The message of a route whose row has none. */
export const SAYS = 'OK';

const gzipElsewhere = promisify<Buffer, { level: number }, Buffer>(gzip);

const compress = (json: Buffer): Buffer | Promise<Buffer> =>
  json.length <= COMPRESSED_HERE_UP_TO
    ? gzipSync(json, { level: LEVEL, memLevel: MEMORY_FOR_SMALL })
    : gzipElsewhere(json, { level: LEVEL });

const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''));

const asJsonAnswer = (reply: FastifyReply, status: number): FastifyReply =>
  reply.code(status).headers({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  });

const send = async (reply: FastifyReply, status: number, json: Buffer): Promise<FastifyReply> => {
  void asJsonAnswer(reply, status);
  if (json.length < COMPRESSED_FROM) return reply.send(json);
  void reply.header('vary', 'accept-encoding');
  if (!acceptsGzip(reply.request)) return reply.send(json);
  return reply.header('content-encoding', 'gzip').send(await compress(json));
};

const asJson = (envelope: Envelope): Buffer => Buffer.from(JSON.stringify(envelope));

export const sendData = (reply: FastifyReply, message: string, data: unknown): Promise<FastifyReply> =>
  send(reply, 200, asJson({ error: false, message, data }));

/** The JSON of an answer before and after the JSON of `data`, or of its property `name`. */
const around = (message: string, name: string | undefined): [head: Buffer, tail: Buffer] => {
  const [before, after] = name === undefined ? ['', ''] : [`{${JSON.stringify(name)}:`, '}'];
  const head = `{"error":false,"message":${JSON.stringify(message)},"data":${before}`;
  return [Buffer.from(head), Buffer.from(`${after}}`)];
};

/** Sends serialized JSON as `data`, or as its property `name`; packed JSON stays packed if the caller accepts gzip. */
export const sendJson = async (
  reply: FastifyReply,
  message: string,
  name: string | undefined,
  data: Buffer | PackedJson,
): Promise<FastifyReply> => {
  const [head, tail] = around(message, name);
  if (data instanceof PackedJson && acceptsGzip(reply.request)) {
    return asJsonAnswer(reply, 200)
      .headers({ vary: 'accept-encoding', 'content-encoding': 'gzip' })
      .send(gzipAround(head, data, tail));
  }
  const json = data instanceof PackedJson ? await data.unpack() : data;
  return send(reply, 200, Buffer.concat([head, json, tail]));
};

/** The same with JSON that is still on its way, part by part, not packed. If it breaks off, so does the answer. */
export const sendJsonOnItsWay = (
  reply: FastifyReply,
  message: string,
  name: string | undefined,
  parts: AsyncIterable<Uint8Array>,
): FastifyReply => {
  const [head, tail] = around(message, name);
  const whole = Readable.from(
    (async function* () {
      yield head;
      yield* parts;
      yield tail;
    })(),
  );
  return asJsonAnswer(reply, 200).send(whole);
};

/** Sends a failure with the status of its kind, and without any detail of libraries or code. */
export const sendFailure = (
  reply: FastifyReply,
  { kind, message, fields, retryAfterS }: Failure,
): Promise<FastifyReply> => {
  if (kind === 'limited' || kind === 'unavailable') {
    void reply.header('retry-after', String(Math.ceil(retryAfterS ?? RETRY_AFTER_S)));
  }
  const requestId = reply.request.id;
  const envelope = { error: true, message, data: null, requestId, ...(fields && { fields }) };
  return send(reply, STATUS_OF_KIND[kind], asJson(envelope));
};
