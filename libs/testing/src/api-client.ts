import type { Envelope } from '@telemon/contracts/errors';
import { PAGE_LIMIT } from '@telemon/contracts/page';
import { until } from './waiting.ts';

export interface ApiAnswer<Data = Record<string, unknown>> {
  status: number;
  headers: Headers;
  body: Envelope<Data>;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const UNAVAILABLE = 503;

/** A form that holds one file. */
export const formWith = (field: string, file: File): FormData => {
  const form = new FormData();
  form.append(field, file);
  return form;
};

/** A client of /v1 for one signed-in user. */
export class ApiClient {
  private constructor(
    readonly baseUrl: string,
    readonly token: string,
  ) {}

  /** A client without a token. */
  static anonymous(baseUrl: string): ApiClient {
    return new ApiClient(baseUrl, '');
  }

  static async signIn(baseUrl: string, email: string, password: string): Promise<ApiClient> {
    const { token } = await ApiClient.anonymous(baseUrl).expect<{ token: string }>('POST', '/user/login', {
      email,
      password,
    });
    return new ApiClient(baseUrl, token);
  }

  /** Sends one call, with a body as JSON or a form as it is, and returns the answer, failures too. */
  async send<Data>(method: Method, path: string, body?: unknown): Promise<ApiAnswer<Data>> {
    const response = await fetch(`${this.baseUrl}/v1${path}`, {
      method,
      headers: {
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as Envelope<Data>,
    };
  }

  /** Sends one call that must succeed, and returns its data. */
  async expect<Data>(method: Method, path: string, body?: unknown): Promise<Data> {
    return dataOf(`${method} ${path}`, await this.send<Data>(method, path, body));
  }

  get<Data>(path: string): Promise<Data> {
    return this.expect<Data>('GET', path);
  }

  post<Data>(path: string, body: unknown): Promise<Data> {
    return this.expect<Data>('POST', path, body);
  }

  /** Posts again while the service answers 503, because a fact of another service has not arrived yet. */
  async postPatiently<Data>(path: string, body: unknown): Promise<Data> {
    const call = `POST ${path}`;
    const answer = await until(
      async () => {
        const given = await this.send<Data>('POST', path, body);
        return given.status !== UNAVAILABLE && given;
      },
      { everyMs: 250, what: call },
    );
    return dataOf(call, answer);
  }

  /**
   * Every row of a list, page after page. A page that is not full is the last one, whatever the list's count is: a row that is added
   * in front between the reading of rows and the counting would repeat the last row.
   */
  async all<Row>(path: string, name: string): Promise<Row[]> {
    const rows: Row[] = [];
    const separator = path.includes('?') ? '&' : '?';
    for (;;) {
      const page = await this.get<Record<string, Row[]>>(
        `${path}${separator}limit=${PAGE_LIMIT}&offset=${rows.length}`,
      );
      rows.push(...page[name]!);
      if (page[name]!.length < PAGE_LIMIT) return rows;
    }
  }
}

const dataOf = <Data>(call: string, { status, body }: ApiAnswer<Data>): Data => {
  if (body.error) throw new Error(`${call} answered ${status}: ${body.message}`);
  return body.data as Data;
};
