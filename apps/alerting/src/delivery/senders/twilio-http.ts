import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** Shorter than the server's idle timeout, so that it closes no connection during a request, ms. */
const IDLE_TIMEOUT_MS = 4_000;
const LARGEST_ANSWER_BYTES = 64 * 1024;
/** Twilio's id of an accepted message. */
const MESSAGE_SID = /^(SM|MM)\w+$/;

/** A request from Twilio's client to its HTTP client. */
interface TwilioRequest {
  method: string;
  uri: string;
  username?: string;
  password?: string;
  headers?: Record<string, string>;
  data?: unknown;
}

/** The answer's status is not 2xx. */
export class TwilioRefusal extends Error {
  constructor(
    readonly status: number,
    readonly body: { code?: unknown; message?: unknown },
    readonly retryAfter: string | undefined,
  ) {
    super(`HTTP ${status}`);
  }
}

/** The status is 2xx, but the body is not Twilio's: a captive portal, an empty or a broken answer. */
export class ForeignAnswer extends Error {
  constructor(readonly status: number) {
    super(`HTTP ${status}`);
  }
}

/** No answer came. */
export class NoAnswer extends Error {
  constructor(
    readonly wasHandedOver: boolean,
    readonly isTimeout: boolean,
    cause: unknown,
  ) {
    super('no answer', { cause });
  }
}

const parsed = (text: string): { sid?: unknown; code?: unknown; message?: unknown } => {
  try {
    const body: unknown = JSON.parse(text);
    return body !== null && typeof body === 'object' ? body : {};
  } catch {
    return {};
  }
};

const read = async (response: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= LARGEST_ANSWER_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

/**
 * The HTTP client for Twilio's client: it uses the configured base address, tracks whether a request was sent in full,
 * and keeps the answer's Retry-After header.
 */
export class TwilioHttp {
  private readonly agent: HttpAgent | HttpsAgent;
  private readonly send: typeof httpRequest;

  constructor(
    private readonly baseUrl: string,
    private readonly options: { timeoutMs: number; maxSockets: number },
  ) {
    const isPlain = baseUrl.startsWith('http:');
    const settings = { keepAlive: true, maxSockets: options.maxSockets, timeout: IDLE_TIMEOUT_MS };
    this.agent = isPlain ? new HttpAgent(settings) : new HttpsAgent(settings);
    this.send = isPlain ? httpRequest : httpsRequest;
  }

  /** @throws TwilioRefusal ForeignAnswer NoAnswer */
  async request({ method, uri, username, password, headers, data }: TwilioRequest) {
    const { pathname, search } = new URL(uri);
    const form = data ? new URLSearchParams(data as Record<string, string>).toString() : '';
    const signal = AbortSignal.timeout(this.options.timeoutMs);
    let wasHandedOver = false;
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        this.send(`${this.baseUrl}${pathname}${search}`, {
          method: method.toUpperCase(),
          agent: this.agent,
          signal,
          auth: `${username}:${password}`,
          headers: { ...headers, 'Content-Length': Buffer.byteLength(form) },
        })
          .on('finish', () => {
            wasHandedOver = true;
          })
          .on('response', resolve)
          .on('error', reject)
          .end(form);
      });
      const { statusCode = 0 } = response;
      const body = parsed(await read(response));
      if (statusCode < 200 || statusCode > 299) {
        throw new TwilioRefusal(statusCode, body, response.headers['retry-after']);
      }
      if (typeof body.sid !== 'string' || !MESSAGE_SID.test(body.sid)) throw new ForeignAnswer(statusCode);
      return { statusCode, body, headers: response.headers };
    } catch (error) {
      if (error instanceof TwilioRefusal || error instanceof ForeignAnswer) throw error;
      throw new NoAnswer(wasHandedOver, signal.aborted, error);
    }
  }

  close(): void {
    this.agent.destroy();
  }
}
