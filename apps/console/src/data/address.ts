import type { RouteName } from '@telemon/contracts/routes';

export type Parameters = Readonly<Record<string, unknown>>;

/** A route as HTTP method and path. Parameters that the path does not use are in `rest`, for the query or body. */
interface Address {
  method: string;
  path: string;
  rest: Record<string, unknown>;
}

const isGiven = ([, value]: [string, unknown]) => value !== undefined && value !== null && value !== '';

/** Fills `GET /device/:deviceName` with parameters. */
export const addressOf = (route: RouteName, parameters: Parameters): Address => {
  const [method = '', pattern = ''] = route.split(' ');
  const rest: Record<string, unknown> = { ...parameters };
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    if (value === undefined || value === null || value === '') throw new Error(`${route} lacks ${name}`);
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { method, path, rest };
};

/** A query string of the non-empty parameters; '' without any. */
export const queryOf = (parameters: Parameters): string => {
  const given = Object.entries(parameters).filter(isGiven);
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([k, v]) => [k, String(v)]))}`;
};
