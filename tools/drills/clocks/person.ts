import { until } from '@telemon/testing/waiting';
import type { DrillInstallation } from '../installation/drill-installation.ts';

/** More than the limit of failed sign-ins (10 in 15 minutes). */
const ATTEMPTS = 12;
const PATIENCE_MS = 30_000;
const TRIES_EVERY_MS = 500;
const STRANGER = 'stranger@example.com';

interface Session {
  readonly token: string;
  readonly cookie: string;
}

/** The first admin in a browser: an access token, and a refresh token in a cookie. */
export class Person {
  readonly #url: string;
  #session: Session;

  private constructor(url: string, session: Session) {
    this.#url = url;
    this.#session = session;
  }

  /** Retries until a sign-in succeeds. @throws after 30 s. */
  static async signIn({ product }: DrillInstallation): Promise<Person> {
    const { url, adminEmail, adminPassword } = product.addresses;
    const signIn = async () => {
      const answer = await post(url, '/user/login', { email: adminEmail, password: adminPassword });
      return answer.status === 200 && new Person(url, await sessionOf(answer));
    };
    return until(signIn, { timeoutMs: PATIENCE_MS, everyMs: TRIES_EVERY_MS, what: 'a successful sign-in' });
  }

  /** Whether /v1 accepts the access token: it answers anything but 401. */
  async isLetIn(): Promise<boolean> {
    const headers = { authorization: `Bearer ${this.#session.token}` };
    const answer = await fetch(`${this.#url}/v1/device?limit=1`, { headers });
    await answer.arrayBuffer();
    return answer.status !== 401;
  }

  /** Uses the refresh token; false if it is refused. */
  async refresh(): Promise<boolean> {
    const answered = async () => {
      const answer = await post(this.#url, '/user/refresh', undefined, this.#session);
      return answer.status !== 503 && answer;
    };
    const answer = await until(answered, { timeoutMs: PATIENCE_MS, everyMs: TRIES_EVERY_MS });
    if (answer.status !== 200) return false;
    this.#session = await sessionOf(answer);
    return true;
  }

  /** Signs out. Returns for how long the access token was still accepted, ms. */
  async signOut(): Promise<number> {
    const from = performance.now();
    await post(this.#url, '/user/logout', undefined, this.#session);
    await until(async () => !(await this.isLetIn()), { timeoutMs: PATIENCE_MS }).catch(() => undefined);
    return Math.round(performance.now() - from);
  }

  /** Uses up the limit of failed sign-ins of another account. */
  async useUpLimit(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) await this.limitedFor();
  }

  /** Tries to sign in to another account. Returns for how long its limit refuses sign-ins, s; 0 if it does not. */
  async limitedFor(): Promise<number> {
    const answer = await post(this.#url, '/user/login', { email: STRANGER, password: 'not this one' });
    return answer.status === 429 ? Number(answer.headers.get('retry-after')) : 0;
  }
}

const post = (url: string, path: string, body?: object, session?: Session): Promise<Response> =>
  fetch(`${url}/v1${path}`, {
    method: 'POST',
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(session && { cookie: session.cookie, authorization: `Bearer ${session.token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });

async function sessionOf(answer: Response): Promise<Session> {
  const { data } = (await answer.json()) as { data: { token: string } };
  const [cookie = ''] = answer.headers.get('set-cookie')!.split(';');
  return { token: data.token, cookie };
}
