import type { ImportResult } from '@telemon/contracts/devices/device-import';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../data/upload.ts';

const ROUTE = 'POST /device/import';

/** What is known of the file that was chosen. */
interface Chosen {
  file: File;
  /** What of it is sent, 0 to 1; null where nothing is under way. */
  sent: number | null;
}

/** Devices on their way in from a file: it is read without consequences first, then they are made. */
export const useImport = (managerId: string | null, onMade: () => void) => {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [result, setResult] = useState<ImportResult | null>(null);
  const [error, setError] = useState<unknown>(null);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  const send = async (file: File, dryRun: boolean) => {
    underway.current?.abort();
    const { signal } = (underway.current = new AbortController());
    const onProgress = (sent: number) => {
      if (!signal.aborted) setChosen({ file, sent });
    };
    onProgress(0);
    setError(null);
    try {
      const answer = await upload(ROUTE, { dryRun, managerId }, { file, onProgress, signal });
      if (signal.aborted) return;
      setResult(answer);
      if (!dryRun) onMade();
    } catch (failure) {
      if (signal.aborted) return;
      setResult(null);
      setError(failure);
    }
    setChosen({ file, sent: null });
  };

  const forget = (why: unknown = null) => {
    underway.current?.abort();
    setChosen(null);
    setResult(null);
    setError(why);
  };

  return {
    chosen,
    result,
    error,
    /** Keeps the file's bytes, so that what is made is what was read, though the file is changed meanwhile. */
    choose: async (file: File) => {
      forget();
      try {
        await send(new File([await file.arrayBuffer()], file.name), true);
      } catch (failure) {
        // Browsers can't read a folder, nor a file that was moved away.
        forget(failure);
      }
    },
    forget,
    make: () => {
      if (chosen) void send(chosen.file, false);
    },
  };
};
