import type { AnswerOf, QuestionOf } from '@telemon/contracts/call';
import type { Envelope } from '@telemon/contracts/errors';
import type { ROUTES, RouteName } from '@telemon/contracts/routes';
import { addressOf, queryOf, type Parameters } from './address.ts';
import { request, requestAsVisitor, type ApiCall } from './request.ts';

type Table = typeof ROUTES;

/** The type of a response's `data`. */
export type Answer<Name extends RouteName> = Table[Name] extends { as: infer As extends string }
  ? { [K in As]: AnswerOf<Table[Name]['call']> }
  : AnswerOf<Table[Name]['call']>;

const askBy =
  (send: (call: ApiCall) => Promise<Envelope>) =>
  async <Name extends RouteName>(
    route: Name,
    parameters: QuestionOf<Table[Name]['call']>,
    signal?: AbortSignal,
  ): Promise<Answer<Name>> => {
    const { method, path, rest } = addressOf(route, (parameters ?? {}) as Parameters);
    const { data } = await send(
      method === 'GET' || method === 'DELETE'
        ? { method, path: `${path}${queryOf(rest)}`, signal }
        : { method, path, body: rest, signal },
    );
    return data as Answer<Name>;
  };

/** Calls a route of /v1 that is not a react-admin resource, with the contract's types. */
export const ask = askBy(request);
/** The same without a session. */
export const askAsVisitor = askBy(requestAsVisitor);
