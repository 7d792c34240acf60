import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { call } from '@telemon/contracts/call';
import type { Envelope } from '@telemon/contracts/errors';
import { Upload, files } from '@telemon/contracts/devices/files';
import { AnsweringService } from '@telemon/testing/answering-service';
import { SessionsThatEnd } from '@telemon/testing/ended-sessions';
import { TokenKeys } from '@telemon/testing/tokens';
import { type Socket, connect } from 'node:net';
import { z } from 'zod';
import { type GivenGateway, givenGateway } from './given-gateway.ts';

export const MB = 1_048_576;
const keys = new TokenKeys();

/** The call that the file is for. */
export const put = call(
  'things.put-picture',
  z.strictObject({ thingId: z.string(), upload: Upload }),
  z.object({ ok: z.boolean() }),
);

export const formWith = (...parts: [field: string, value: Blob | string, name?: string][]): FormData => {
  const form = new FormData();
  for (const [field, value, name] of parts) {
    if (typeof value === 'string') form.append(field, value);
    else form.append(field, value, name);
  }
  return form;
};
export const fileOf = (bytes: Buffer | string) => new Blob([bytes as unknown as ArrayBuffer]);

export const BOUNDARY_HEAD = 'Content-Type: multipart/form-data; boundary=b';
export const FILE_HEAD = '--b\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n\r\n';

/** The status of the first answer on a connection, which it then ends. */
export const statusFrom = (socket: Socket): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    socket.on('data', (data: Buffer) => {
      text += data.toString();
      if (text.includes('\r\n\r\n')) socket.end();
    });
    socket.on('close', () => resolve(/^HTTP\/1.1 (\d+)/.exec(text)?.[1] ?? 'none'));
  });

interface ReceivedAnswer {
  status: number;
  headers: Headers;
  body: Envelope;
}

/** A gateway with a call that takes a file of 2 MB in the field `picture`, one that answers a file, and a fake service. */
export class GivenUploads {
  service!: AnsweringService;
  private sessionsThatEnd!: SessionsThatEnd;
  private readonly gateways: GivenGateway[] = [];
  /** The port of the gateway without rate limits. */
  port = 0;

  /** Prepared before all tests of a file, and stopped after them. */
  static use(): GivenUploads {
    const given = new GivenUploads();
    beforeAll(() => given.prepare());
    beforeEach(() => given.forget());
    afterAll(() => given.stop());
    return given;
  }

  private async prepare(): Promise<void> {
    this.service = await AnsweringService.start();
    this.sessionsThatEnd = await SessionsThatEnd.start();
    this.port = await this.start({ RATE_LIMITS: 'off' });
  }

  /** Starts another gateway with these settings, and returns its port. */
  async start(settings: Record<string, string>): Promise<number> {
    const { service, sessionsThatEnd } = this;
    const to = { putChunk: service.withPrefix(files.putChunk), drop: service.withPrefix(files.drop) };
    const upload = { field: 'picture', maxBytes: 2 * MB, to };
    const gateway = await givenGateway({
      keys,
      settings,
      routes: {
        'POST /thing/picture/:thingId': { who: 'AM', call: service.withPrefix(put), upload, says: 'Kept' },
        'GET /file/:token': {
          who: 'public',
          call: service.withPrefix(files.open),
          file: service.withPrefix(files.chunk),
        },
      },
      endedSessions: sessionsThatEnd.call,
    });
    this.gateways.push(gateway);
    return gateway.port;
  }

  async stop(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    await this.service.stop();
    await this.sessionsThatEnd.stop();
  }

  /** Forgets all calls; `put` is answered with success again. */
  forget(): void {
    this.service.forget();
    this.service.answer(put, { ok: true });
  }

  tokenOf(id: string, role: 'manager' | 'assistant' = 'manager'): Promise<string> {
    return keys.sign({ sub: id, role, managerId: id, mqttAdmin: false });
  }

  async send(
    body: FormData | string,
    { headers = {}, at = this.port, as = 'm1' }: { headers?: object; at?: number; as?: string } = {},
  ): Promise<ReceivedAnswer> {
    const response = await fetch(`http://127.0.0.1:${at}/v1/thing/picture/t1`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await this.tokenOf(as)}`, ...headers },
      body,
    });
    const { status } = response;
    return { status, headers: response.headers, body: (await response.json()) as Envelope };
  }

  /** Writes the beginning of a request, and leaves it open. */
  async begin(as: string, head: string, body: string, at = this.port): Promise<Socket> {
    const socket = connect(at, '127.0.0.1');
    socket.on('error', () => undefined);
    const token = await this.tokenOf(as);
    socket.write(
      'POST /v1/thing/picture/t1 HTTP/1.1\r\nHost: x\r\n' +
        `Authorization: Bearer ${token}\r\n${head}\r\n\r\n${body}`,
    );
    return socket;
  }

  /** The chunks that the service got. */
  chunks() {
    return this.service.questions
      .filter(({ subject }) => subject === files.putChunk.subject)
      .map(({ request }) => request as { uploadId: string; index: number; bytes: string });
  }

  isDropped(uploadId: string): boolean {
    return this.service.questions.some(
      ({ subject, request }) =>
        subject === files.drop.subject && (request as { uploadId: string }).uploadId === uploadId,
    );
  }

  /** The calls of `put`. */
  calls(): AnsweringService['questions'] {
    return this.service.questions.filter(({ subject }) => subject === put.subject);
  }
}
