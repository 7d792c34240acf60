import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../data/upload.ts';

const ROUTE = 'POST /device/import';

/** Imports devices from a file: a dry run validates it, then they are created. */
export const useImport = (managerId: string | null, onMade: () => void) => {
  const [sent, setSent] = useState(0);
  /** Why a file was rejected before the upload. */
  const [refusal, setRefusal] = useState<unknown>(null);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  const send = (file: File, dryRun: boolean) => {
    const { signal } = (underway.current = new AbortController());
    setSent(0);
    return upload(ROUTE, { dryRun, managerId }, { file, onProgress: setSent, signal });
  };
  const reading = useMutation({ mutationFn: (file: File) => send(file, true) });
  const making = useMutation({
    mutationFn: (file: File) => send(file, false),
    onSuccess: onMade,
    onError: () => reading.reset(),
  });

  const forget = (why: unknown = null) => {
    underway.current?.abort();
    reading.reset();
    making.reset();
    setRefusal(why);
  };
  const file = making.variables ?? reading.variables;
  const isUnderway = reading.isPending || making.isPending;

  return {
    /** The file, and the share sent so far, from 0 to 1; null when no upload is in progress. */
    chosen: file && { file, sent: isUnderway ? sent : null },
    result: making.data ?? reading.data ?? null,
    error: refusal ?? making.error ?? reading.error,
    /** Reads the file once, so that the import uses the validated bytes even if the file changes. */
    choose: async (given: File) => {
      forget();
      const { signal } = (underway.current = new AbortController());
      try {
        const kept = new File([await given.arrayBuffer()], given.name);
        // Another file was chosen meanwhile.
        if (!signal.aborted) reading.mutate(kept);
      } catch (failure) {
        // Fails for folders and for files that were moved.
        forget(failure);
      }
    },
    forget,
    make: () => {
      if (file) making.mutate(file);
    },
  };
};
