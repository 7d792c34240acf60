import type { Envelope } from '@telemon/contracts/errors';
import type { Route } from '@telemon/contracts/route';
import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import { addressOf, queryOf, type Parameters } from './address.ts';
import type { Answer } from './ask.ts';
import { translate } from '../texts/translate.ts';
import { Refusal } from './refusal.ts';
import { API, openEnvelope, withSession } from './request.ts';

interface UploadOptions {
  file: File;
  /** Called with the share sent so far, from 0 to 1. */
  onProgress: (share: number) => void;
  /** Cancels the upload. */
  signal: AbortSignal;
}

/** `fetch` does not report upload progress. */
const post = (address: string, body: FormData, { onProgress, signal }: UploadOptions, token: string) =>
  new Promise<Response>((resolve, reject) => {
    const exchange = new XMLHttpRequest();
    exchange.open('POST', address);
    exchange.setRequestHeader('Accept', 'application/json');
    exchange.setRequestHeader('Authorization', `Bearer ${token}`);
    exchange.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    exchange.onload = () => {
      const headers = new Headers();
      for (const name of ['X-Request-Id', 'Retry-After']) {
        const value = exchange.getResponseHeader(name);
        if (value !== null) headers.set(name, value);
      }
      resolve(new Response(exchange.responseText, { status: exchange.status, headers }));
    };
    exchange.onerror = () => reject(new Refusal(translate('failure.unreachable'), 0));
    const abort = () => {
      exchange.abort();
      reject(signal.reason as Error);
    };
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    return exchange.send(body);
  });

/**
 * Uploads one file to a route, under the route's field name. Parameters that the path does not use go into the query.
 * @throws a Refusal after an error response, and the signal's reason if the user cancels.
 */
export const upload = async <Name extends RouteName>(
  routeName: Name,
  parameters: Parameters,
  options: UploadOptions,
): Promise<Answer<Name>> => {
  const route: Route = ROUTES[routeName];
  if (!route.upload) throw new Error(`${routeName} takes no file`);
  const { path, rest } = addressOf(routeName, parameters);
  const address = `${API}${path}${queryOf(rest)}`;
  const body = new FormData();
  body.append(route.upload.field, options.file);
  const response = await withSession((token) => post(address, body, options, token));
  const { data }: Envelope = await openEnvelope(response);
  return data as Answer<Name>;
};
