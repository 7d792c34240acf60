import { type IncomingHttpHeaders, request } from 'node:http';

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: { data: { token: string } | null };
}

const refreshTokenIn = ({ headers }: Answer): string | null =>
  /^telemon_session=([^;]+)/.exec(headers['set-cookie']?.[0] ?? '')?.[1] ?? null;

/** A session as a browser has it: an access token, the cookie that renews it, and the calls that a page makes with them. */
export class BrowserSession {
  token = '';
  /** The value of the cookie. */
  refreshToken = '';

  private constructor(private readonly url: string) {}

  static async signIn(url: string, email: string, password: string): Promise<BrowserSession> {
    const session = new BrowserSession(url);
    const answer = await session.send('POST', '/user/login', { body: { email, password } });
    session.keep(answer);
    return session;
  }

  /** A thief's copy of the token and the cookie. */
  stolen(): BrowserSession {
    const thief = new BrowserSession(this.url);
    thief.token = this.token;
    thief.refreshToken = this.refreshToken;
    return thief;
  }

  /** Renews the token with the cookie; returns the status. Without fetch, which would set some of the headers itself. */
  async refresh(headers: Record<string, string> = {}): Promise<number> {
    const answer = await this.send('POST', '/user/refresh', { headers });
    if (answer.status === 200) this.keep(answer);
    return answer.status;
  }

  async signOut(headers: Record<string, string> = {}): Promise<number> {
    return (await this.send('POST', '/user/logout', { headers })).status;
  }

  /** Makes a call with the access token; returns the status. */
  async ask(method = 'GET', path = '/device'): Promise<number> {
    const headers = { authorization: `Bearer ${this.token}` };
    return (await this.send(method, path, { headers, withCookie: false })).status;
  }

  /** Opens the live stream; `over` resolves when the server ends it. */
  async stream(): Promise<{ over: Promise<void> }> {
    const response = await fetch(`${this.url}/v1/stream`, {
      headers: { authorization: `Bearer ${this.token}` },
    });
    if (!response.ok) throw new Error(`the stream answered ${response.status}`);
    return { over: response.text().then(() => undefined) };
  }

  private keep(answer: Answer): void {
    const refreshToken = refreshTokenIn(answer);
    if (answer.status !== 200 || !answer.body.data || !refreshToken) {
      throw new Error(`no session: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    this.token = answer.body.data.token;
    this.refreshToken = refreshToken;
  }

  private send(
    method: string,
    path: string,
    {
      body,
      headers = {},
      withCookie = true,
    }: { body?: unknown; headers?: Record<string, string>; withCookie?: boolean },
  ): Promise<Answer> {
    const text = body === undefined ? '' : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const sent = request(
        `${this.url}/v1${path}`,
        {
          method,
          headers: {
            ...(withCookie && this.refreshToken && { cookie: `telemon_session=${this.refreshToken}` }),
            ...(body !== undefined && { 'content-type': 'application/json' }),
            'content-length': Buffer.byteLength(text),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', reject);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'],
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(text);
    });
  }
}
