import { STATUS_OF_KIND, failureOfInput } from '@telemon/contracts/errors';
import type { AnswerOf, RequestOf } from '@telemon/contracts/call';
import type { Route } from '@telemon/contracts/route';
import { ROUTES, mayUse, type RouteName } from '@telemon/contracts/routes';
import type { SessionUser } from '@telemon/contracts/auth/users';
import { rightsOf } from '../src/data/access.ts';
import { FakeStream } from './fake-stream.ts';

/** The live stream's signs of life, ms: far more often than the page waits for one, so that it stays open on a busy machine. */
const BEAT_MS = 2_000;

type Table = typeof ROUTES;
type RequestTo<Name extends RouteName> = RequestOf<Table[Name]['call']>;
type Handler<Name extends RouteName> = (request: RequestTo<Name>) => AnswerOf<Table[Name]['call']>;
/** A route's response or a function that makes it; without the session's parts, which pages do not get. */
type Answer<Name extends RouteName> = Handler<Name> | AnswerOf<Table[Name]['call']>;

/** A received request: `input` has path parameters, query and body together. */
interface Asked {
  route: RouteName;
  input: Record<string, unknown>;
  query: Record<string, string>;
}

/** An error for one request. `offline`: the server is unreachable. */
type Failure =
  'offline' | { status: number; message: string; fields?: Record<string, string>; requestId?: string };

interface Exchange {
  method: string;
  url: string;
  body: unknown;
}

/** An error response that a spec's own function throws. */
export class Refused extends Error {
  constructor(readonly failure: Exclude<Failure, 'offline'>) {
    super(failure.message);
  }
}

const matcherOf = (name: string) => {
  const [method, pattern = ''] = name.split(' ');
  const names = [...pattern.matchAll(/:(\w+)/g)].map(([, key]) => key!);
  const expression = new RegExp(`^${pattern.replaceAll(/:\w+/g, '([^/]+)')}$`);
  return { name: name as RouteName, method, names, expression };
};

/** Literal paths before paths with parameters. */
const MATCHERS = Object.keys(ROUTES)
  .map(matcherOf)
  .sort((one, other) => one.names.length - other.names.length);

const jsonResponse = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'r-1' },
  });

const refusal = ({ status, message, fields, requestId }: Exclude<Failure, 'offline'>) =>
  jsonResponse(status, { error: true, message, data: null, requestId, fields });

/** A fake /v1 in this process: validates each request with its route's schema, and responds as the spec defines. */
export class FakeV1 {
  readonly asked: Asked[] = [];
  readonly stream = new FakeStream(BEAT_MS);
  /** The signed-in user; null for a visitor. */
  user: SessionUser | null = null;
  private readonly answers = new Map<RouteName, Handler<RouteName>>();
  private readonly failures = new Map<RouteName, Failure[]>();
  private readonly files = new Map<RouteName, BodyInit>();
  private readonly delays = new Map<RouteName, Promise<void>>();

  /** Sets the response of a route. */
  answer<Name extends RouteName>(route: Name, answer: Answer<Name>): void {
    const handler = typeof answer === 'function' ? answer : () => answer;
    this.answers.set(route, handler as Handler<RouteName>);
  }

  /** Sets the file for the exports of a route. */
  export(route: RouteName, content: BodyInit): void {
    this.files.set(route, content);
  }

  /** Fails all requests of a route, until its response is set again. */
  refuse(route: RouteName, failure: Exclude<Failure, 'offline'>): void {
    this.answer(route, () => {
      throw new Refused(failure);
    });
  }

  /** Fails the next request of a route. */
  refuseOnce(route: RouteName, failure: Failure): void {
    this.failures.set(route, [...(this.failures.get(route) ?? []), failure]);
  }

  /** Delays the responses of a route until the returned function is called. */
  holdBack(route: RouteName): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.delays.set(route, promise);
    return () => {
      this.delays.delete(route);
      resolve();
    };
  }

  /** The requests of a route, oldest first. */
  askedOf(route: RouteName): Asked['input'][] {
    return this.asked.filter((one) => one.route === route).map(({ input }) => input);
  }

  /** Handles one HTTP request. @throws TypeError if offline, as fetch does. */
  async exchange({ method, url, body }: Exchange): Promise<Response> {
    const { pathname, searchParams } = new URL(url, window.location.origin);
    const path = pathname.replace(/^\/v1/, '');
    const found = MATCHERS.find((one) => one.method === method && one.expression.test(path));
    if (found === undefined) throw new Error(`/v1 has no ${method} ${path}`);
    const { name, names, expression } = found;
    const values = expression.exec(path)!.slice(1).map(decodeURIComponent);
    const params = Object.fromEntries(names.map((key, index) => [key, values[index]!]));
    const query = Object.fromEntries(searchParams);
    const { userRole: _, ...parameters } = query;
    const input = { ...parameters, ...(body as object | undefined), ...params };
    this.asked.push({ route: name, input, query });
    await this.delays.get(name);
    const failure = this.failures.get(name)?.shift();
    if (failure === 'offline') throw new TypeError('Failed to fetch');
    return failure === undefined ? this.reply(name, input) : refusal(failure);
  }

  private reply(name: RouteName, input: Asked['input']): Response {
    const route: Route = ROUTES[name];
    const rights = this.user ? rightsOf(this.user) : ({ role: 'none', mqttAdmin: false } as const);
    if (!mayUse(rights, route)) return refusal({ status: 403, message: 'Not for your role' });
    const isFile = route.export !== undefined && 'format' in input;
    const parsed = (isFile ? route.export! : route.call).request.safeParse(input);
    if (!parsed.success) {
      const { kind, ...failure } = failureOfInput(parsed.error, input);
      return refusal({ status: STATUS_OF_KIND[kind], ...failure });
    }
    if (isFile) {
      const disposition = `attachment; filename="Export.${String(input.format)}"`;
      return new Response(this.files.get(name) ?? '', { headers: { 'Content-Disposition': disposition } });
    }
    const handler = this.answers.get(name);
    if (handler === undefined) throw new Error(`The spec has no answer for ${name}`);
    try {
      const answer = handler(parsed.data as never);
      const data = route.as === undefined ? answer : { [route.as]: answer };
      return jsonResponse(200, { error: false, message: route.says ?? 'OK', data });
    } catch (error) {
      if (error instanceof Refused) return refusal(error.failure);
      throw error;
    }
  }
}
