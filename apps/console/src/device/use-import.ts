import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { upload } from '../data/upload.ts';

const ROUTE = 'POST /device/import';

/** Devices on their way in from a file: it is read without consequences first, then they are made. */
export const useImport = (managerId: string | null, onMade: () => void) => {
  const [sent, setSent] = useState(0);
  /** Why a file was not even sent. */
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
    /** The file, and the part of it that is sent, from 0 to 1; null where nothing is under way. */
    chosen: file && { file, sent: isUnderway ? sent : null },
    result: making.data ?? reading.data ?? null,
    error: refusal ?? making.error ?? reading.error,
    /** Keeps the file's bytes, so that what is made is what was read, though the file is changed meanwhile. */
    choose: async (given: File) => {
      forget();
      try {
        reading.mutate(new File([await given.arrayBuffer()], given.name));
      } catch (failure) {
        // Browsers can't read a folder, nor a file that was moved away.
        forget(failure);
      }
    },
    forget,
    make: () => {
      if (file) making.mutate(file);
    },
  };
};
