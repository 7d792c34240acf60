import type { RouteName } from '@telemon/contracts/routes';
import type { SheetFormat } from '@telemon/contracts/streamed-file';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import type { Parameters } from '../data/address.ts';
import { download } from '../data/download.ts';
import { useTellFailure } from './use-tell-failure.ts';

/** A call of /v1 that streams a file, and its parameters. */
interface Downloaded {
  route: RouteName;
  parameters: Parameters;
}

/** Downloads the file of a route, one at a time. It is cancelled when the user leaves the page. */
export const useDownload = ({ route, parameters }: Downloaded) => {
  const notify = useNotify();
  const tell = useTellFailure();
  const [isUnderWay, setUnderWay] = useState(false);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  const start = async (format: SheetFormat) => {
    const { signal } = (underway.current = new AbortController());
    setUnderWay(true);
    try {
      const name = await download(route, parameters, { format, signal });
      notify('export.saved', { type: 'success', messageArgs: { name } });
    } catch (error) {
      if (signal.aborted) return;
      tell(error);
    }
    if (!signal.aborted) setUnderWay(false);
  };

  return { isUnderWay, start };
};
