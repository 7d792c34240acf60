import { addressOf, queryOf, type Parameters } from './address.ts';
import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import type { Route } from '@telemon/contracts/route';
import type { SheetFormat } from '@telemon/contracts/streamed-file';
import { translate } from '../texts/translate.ts';
import { createDownloadFile } from './download-file.ts';
import { Refusal } from './refusal.ts';
import { API, openEnvelope, withSession } from './request.ts';
import { saveFile } from './saved-file.ts';

interface DownloadOptions {
  format: SheetFormat;
  /** Cancels the download. */
  signal: AbortSignal;
}

const get = async (address: string, token: string, signal: AbortSignal): Promise<Response> => {
  try {
    return await fetch(address, { headers: { Authorization: `Bearer ${token}` }, signal });
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new Refusal(translate('failure.unreachable'), 0);
  }
};

const nameIn = (response: Response): string =>
  /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? 'export';

/** The response body in chunks. @throws a Refusal if the connection breaks */
async function* chunksOf(response: Response, signal: AbortSignal) {
  const reader = response.body!.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch (cause) {
    if (signal.aborted) throw cause;
    throw new Refusal(translate('failure.brokeOff'), 0);
  } finally {
    // Stops reading when the file cannot be stored.
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * Downloads the file of an export route and returns its name. The file is stored on disk where the browser can, so that it takes
 * no memory.
 * @throws a Refusal after an error response or a broken connection, and the signal's reason if the user cancels.
 */
export const download = async (
  routeName: RouteName,
  parameters: Parameters,
  { format, signal }: DownloadOptions,
): Promise<string> => {
  const route: Route = ROUTES[routeName];
  if (!route.export) throw new Error(`${routeName} exports no file`);
  const { path, rest } = addressOf(routeName, parameters);
  const address = `${API}${path}${queryOf({ ...rest, format })}`;
  const response = await withSession((token) => get(address, token, signal));
  if (!response.ok) await openEnvelope(response);
  const file = await createDownloadFile(response.headers.get('Content-Type') ?? '');
  let isComplete = false;
  try {
    for await (const chunk of chunksOf(response, signal)) await file.write(chunk);
    const fileName = nameIn(response);
    saveFile(await file.complete(), fileName);
    isComplete = true;
    return fileName;
  } finally {
    file.drop(isComplete);
  }
};
