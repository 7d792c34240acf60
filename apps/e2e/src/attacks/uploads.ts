import { connect, type Socket } from 'node:net';
import type { Envelope } from '@telemon/contracts/errors';
import type { ApiClient } from '@telemon/testing/api-client';
import { MongoClient } from 'mongodb';

/** A hand-written upload request, which may be malformed. */
export interface RawUpload {
  path: string;
  contentType?: string | undefined;
  /** Further header lines; a `Content-Length` here replaces the right one. */
  head?: readonly string[];
  body: Buffer | string;
}

const BOUNDARY = 'b';
export const FORM = `multipart/form-data; boundary=${BOUNDARY}`;

/** A part of a form; `disposition` is not escaped. */
export const part = (disposition: string, content: Buffer | string, ...head: string[]): Buffer =>
  Buffer.concat([
    Buffer.from(
      [`--${BOUNDARY}`, `Content-Disposition: form-data${disposition}`, ...head, '', ''].join('\r\n'),
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
export const END = `--${BOUNDARY}--\r\n`;
export const form = (...parts: (Buffer | string)[]): Buffer =>
  Buffer.concat([...parts.map((each) => Buffer.from(each)), Buffer.from(END)]);

/** Sends the start of a request, or all of it, and leaves the connection open. */
export const begin = (
  { baseUrl, token }: ApiClient,
  { path, contentType = FORM, head = [], body }: RawUpload,
): Socket => {
  const { port, hostname } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const saysLength = head.some((line) => /^(?:content-length|transfer-encoding):/i.test(line));
  const lines = [
    `POST /v1${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${contentType}`,
    'Connection: close',
    ...(saysLength ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    ...head,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  return socket;
};

export interface ReceivedAnswer {
  /** 0 where the connection ended without an answer. */
  status: number;
  body: Partial<Envelope>;
}

/** The first answer on a connection, once it is complete or the connection is closed. */
export const answerOn = (socket: Socket): Promise<ReceivedAnswer> =>
  new Promise((resolve) => {
    let text = '';
    const received = (): ReceivedAnswer => {
      const json = /\{.*\}/s.exec(text.slice(text.indexOf('\r\n\r\n')))?.[0];
      return {
        status: Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0),
        body: json ? (JSON.parse(json) as Envelope) : {},
      };
    };
    socket.on('data', (data: Buffer) => {
      text += data.toString();
      const length = /\r\ncontent-length: (\d+)/i.exec(text)?.[1];
      const begins = text.indexOf('\r\n\r\n') + 4;
      if (length !== undefined && begins > 3 && Buffer.byteLength(text) >= begins + Number(length))
        resolve(received());
    });
    socket.on('close', () => resolve(received()));
  });

export const sendRaw = async (api: ApiClient, request: RawUpload): Promise<ReceivedAnswer> => {
  const socket = begin(api, request);
  const answer = await answerOn(socket);
  socket.destroy();
  return answer;
};

/** The collections in which the devices service stores files. */
export class StoredFiles {
  private constructor(private readonly mongo: MongoClient) {}

  static async of(mongoUrl: string): Promise<StoredFiles> {
    return new StoredFiles(await MongoClient.connect(mongoUrl));
  }

  collection<Row extends object>(name: 'files' | 'file_chunks' | 'file_keys' | 'upload_chunks') {
    return this.mongo.db('devices').collection<Row>(name);
  }

  close(): Promise<void> {
    return this.mongo.close();
  }
}
