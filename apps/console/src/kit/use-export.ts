import type { RouteName } from '@telemon/contracts/routes';
import type { SheetFormat } from '@telemon/contracts/streamed-file';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Parameters } from '../data/address.ts';
import { download } from '../data/download.ts';
import { Refusal } from '../data/refusal.ts';

/** How often the progress is shown, ms. */
const SHOWN_EVERY_MS = 200;

/** A call of /v1 that streams a file, and its parameters. */
export interface Exported {
  route: RouteName;
  parameters: Parameters;
}

/** Exports the data of a page, one export at a time. It is cancelled when the user leaves the page. */
export const useExport = ({ route, parameters }: Exported) => {
  const notify = useNotify();
  /** The received bytes; null without an export. */
  const [bytes, setBytes] = useState<number | null>(null);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  const start = async (format: SheetFormat) => {
    const { signal } = (underway.current = new AbortController());
    let shownAt = 0;
    const onProgress = (soFar: number) => {
      if (signal.aborted || performance.now() - shownAt < SHOWN_EVERY_MS) return;
      shownAt = performance.now();
      setBytes(soFar);
    };
    setBytes(0);
    try {
      const name = await download(route, parameters, { format, onProgress, signal });
      notify('export.saved', { type: 'success', messageArgs: { name } });
    } catch (error) {
      if (signal.aborted) return;
      notify(error instanceof Refusal ? error.message : 'failure.unknown', { type: 'error' });
    }
    if (!signal.aborted) setBytes(null);
  };

  return {
    bytes,
    start,
    cancel: () => {
      underway.current?.abort();
      setBytes(null);
    },
  };
};
