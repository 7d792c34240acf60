import { addressOf, queryOf, type Parameters } from './address.ts';
import { ROUTES, type RouteName } from '@telemon/contracts/routes';
import type { Route } from '@telemon/contracts/route';
import type { SheetFormat } from '@telemon/contracts/streamed-file';
import { translate } from '../texts/translate.ts';
import { arrivingFile } from './arriving-file.ts';
import { Refusal } from './refusal.ts';
import { API, openEnvelope, withSession } from './request.ts';
import { saveFile } from './saved-file.ts';

interface Receiving {
  format: SheetFormat;
  /** Hears how many bytes have come. */
  onProgress: (bytes: number) => void;
  /** Breaks it off. */
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

/** The pieces of an answer as they come. @throws a Refusal if it breaks off */
async function* piecesOf(response: Response, signal: AbortSignal) {
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
    // The rest of a file that can't be kept is not read.
    void reader.cancel().catch(() => undefined);
  }
}

/**
 * Saves the file of a call of /v1 that exports one, as it comes: on disk where the browser can, so that the page's memory doesn't grow
 * with it. Returns the file's name.
 * @throws a Refusal where it is refused or breaks off, and the signal's reason where it was broken off here.
 */
export const download = async (
  routeName: RouteName,
  parameters: Parameters,
  { format, onProgress, signal }: Receiving,
): Promise<string> => {
  const route: Route = ROUTES[routeName];
  if (!route.export) throw new Error(`${routeName} exports no file`);
  const { path, rest } = addressOf(routeName, parameters);
  const address = `${API}${path}${queryOf({ ...rest, format })}`;
  const response = await withSession((token) => get(address, token, signal));
  if (!response.ok) await openEnvelope(response);
  const file = await arrivingFile(response.headers.get('Content-Type') ?? '');
  let isWhole = false;
  try {
    let bytes = 0;
    for await (const piece of piecesOf(response, signal)) {
      await file.write(piece);
      bytes += piece.length;
      onProgress(bytes);
    }
    const fileName = nameIn(response);
    saveFile(await file.whole(), fileName);
    isWhole = true;
    return fileName;
  } finally {
    file.drop(isWhole);
  }
};
