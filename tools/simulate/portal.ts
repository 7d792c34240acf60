import type { Envelope } from '@telemon/contracts/errors';
import { setTimeout as delay } from 'node:timers/promises';

const ANSWER_WITHIN_MS = 10_000;
const FILE_READ_WITHIN_MS = 60_000;
const TRY_AGAIN_AFTER_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const ROWS_OF_PAGE = 100;
/** The name of its session in the admin's list of sessions. */
const USER_AGENT = 'Telemon-demo-fleet';

/** /v1 refused the call for good. */
export class PortalRefusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The call failed in a way in which a retry may help. */
export class TryLater extends Error {
  readonly afterMs: number;
  constructor(reason: string, afterMs = TRY_AGAIN_AFTER_MS) {
    super(reason);
    this.afterMs = Math.min(afterMs, LONGEST_WAIT_MS);
  }
}

/** Retries a step until it succeeds or is refused. The step must be idempotent. */
export const withRetries = async <Result>(step: () => Promise<Result>, tries = Infinity): Promise<Result> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof TryLater) || attempt >= tries) throw error;
      await delay(error.afterMs);
    }
  }
};

/** A client of /v1 for the admin. */
export class Portal {
  private readonly url: string;
  private readonly login: { email: string; password: string };
  private token: string | null = null;

  constructor(url: string, login: { email: string; password: string }) {
    this.url = url;
    this.login = login;
  }

  /** @throws PortalRefusal, TryLater */
  get<Data>(path: string): Promise<Data> {
    return this.signedIn('GET', path);
  }

  post<Data>(path: string, body: unknown = {}): Promise<Data> {
    return this.signedIn('POST', path, body);
  }

  /** Sends a file in a form's field. */
  upload<Data>(path: string, field: string, file: File): Promise<Data> {
    const form = new FormData();
    form.append(field, file);
    return this.signedIn('POST', path, form);
  }

  /** Deletes; a 404 counts as deleted. */
  async remove(path: string): Promise<void> {
    try {
      await this.signedIn('DELETE', path);
    } catch (error) {
      if (!(error instanceof PortalRefusal && error.status === 404)) throw error;
    }
  }

  /** All rows of a list. */
  async all<Row>(path: string, name: string): Promise<Row[]> {
    const rows: Row[] = [];
    for (;;) {
      const page = await this.get<Record<string, Row[]>>(
        `${path}?limit=${ROWS_OF_PAGE}&offset=${rows.length}`,
      );
      rows.push(...page[name]!);
      if (page[name]!.length < ROWS_OF_PAGE) return rows;
    }
  }

  private async signedIn<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const hadToken = this.token !== null;
    this.token ??= (await this.send<{ token: string }>('POST', '/user/login', this.login)).token;
    try {
      return await this.send<Data>(method, path, body);
    } catch (error) {
      // A token lasts for minutes; after its expiry the client signs in again.
      if (!(hadToken && error instanceof PortalRefusal && error.status === 401)) throw error;
      this.token = null;
      return this.signedIn(method, path, body);
    }
  }

  private async send<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const isForm = body instanceof FormData;
    const response = await fetch(`${this.url}/v1${path}`, {
      method,
      headers: {
        'user-agent': USER_AGENT,
        ...(this.token !== null && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(isForm ? FILE_READ_WITHIN_MS : ANSWER_WITHIN_MS),
    }).catch((error: Error) => {
      throw new TryLater(error.message);
    });
    const envelope = await response.json().then(
      (answer) => answer as Envelope<Data>,
      () => null,
    );
    if (response.ok && envelope?.error === false) return envelope.data as Data;
    const message = envelope?.message ?? response.statusText;
    if (response.status === 429 || response.status >= 500) {
      const seconds = Number(response.headers.get('retry-after'));
      throw new TryLater(message, seconds > 0 ? seconds * 1_000 : undefined);
    }
    throw new PortalRefusal(response.status, message);
  }
}
