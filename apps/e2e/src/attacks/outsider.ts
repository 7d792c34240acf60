import type { Envelope } from '@telemon/contracts/errors';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface OutsiderAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  body: Envelope;
}

/** The parts of an answer that show whether a limit refused. */
export type Refusable = Pick<OutsiderAnswer, 'status' | 'headers'>;

export interface Sending {
  /** The X-Forwarded-For header that the proxy sends; by default a new address for each call. */
  from?: string;
  headers?: Record<string, string>;
  /** The local address of the connection; only 127.0.0.1 is a trusted proxy. */
  localAddress?: string;
}

/** The attacked installations trust only this proxy. */
export const BEHIND_A_PROXY = { RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' } as const;

/** A client that sends any headers, from any network address. */
export class Outsider {
  private readonly agent = new Agent({ keepAlive: true });
  private count = 0;

  constructor(private readonly baseUrl: string) {}

  /** An unused network address. */
  newAddress(): string {
    const number = ++this.count;
    return `10.${(number >> 16) & 0xff}.${(number >> 8) & 0xff}.${number & 0xff}`;
  }

  send(method: string, path: string, body?: unknown, sending: Sending = {}): Promise<OutsiderAnswer> {
    const { from = this.newAddress(), headers = {}, localAddress } = sending;
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.baseUrl}${path}`,
        {
          method,
          localAddress,
          agent: this.agent,
          headers: {
            'x-forwarded-for': from,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...headers,
          },
        },
        (response) => {
          let text = '';
          response.setEncoding('utf8');
          response.on('data', (chunk: string) => (text += chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({
              status: response.statusCode!,
              headers: response.headers,
              text,
              body: bodyOf(response.headers, text),
            }),
          );
        },
      );
      sent.once('error', reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  post(path: string, body: unknown, sending?: Sending): Promise<OutsiderAnswer> {
    return this.send('POST', `/v1${path}`, body, sending);
  }

  close(): void {
    this.agent.destroy();
  }
}

const bodyOf = (headers: IncomingHttpHeaders, text: string): Envelope =>
  headers['content-type']?.startsWith('application/json')
    ? (JSON.parse(text) as Envelope)
    : { error: false, message: '', data: null };

/** Calls `work` `times` times, at most `atOnce` of them concurrently; returns the results in order. */
export const manyTimes = async <Result>(
  times: number,
  atOnce: number,
  work: (index: number) => Promise<Result>,
): Promise<Result[]> => {
  const results: Result[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < times; index = next++) results[index] = await work(index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
};

/** The number of answers per status; a 429 without a Retry-After header is counted separately. */
export const countByStatus = (answers: readonly Refusable[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const { status, headers } of answers) {
    const isSilent = status === 429 && !(Number(headers['retry-after']) >= 1);
    const key = isSilent ? '429 without Retry-After' : String(status);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
};
