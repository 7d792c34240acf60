import { useMutation } from '@tanstack/react-query';
import type { RouteName } from '@telemon/contracts/routes';
import { useEffect, useRef, useState } from 'react';
import type { Parameters } from '../data/address.ts';
import { upload } from '../data/upload.ts';

interface Options {
  onSaved: () => void;
  /** Called with the error of an upload that the user has not cancelled. */
  onFailed?: (error: unknown) => void;
  /** Whether the full-screen loader leaves the progress uncovered. */
  isInSight?: boolean;
}

/** Uploads a file to a route that takes `dryRun`: a dry run checks it, then the same bytes are saved. */
export const useCheckedUpload = <Name extends RouteName>(
  route: Name,
  parameters: Parameters,
  { onSaved, onFailed, isInSight = false }: Options,
) => {
  const [sent, setSent] = useState(0);
  /** Why a file was rejected before the upload. */
  const [refusal, setRefusal] = useState<unknown>(null);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  const send = async (file: File, dryRun: boolean) => {
    const { signal } = (underway.current = new AbortController());
    setSent(0);
    try {
      return await upload(route, { ...parameters, dryRun }, { file, onProgress: setSent, signal });
    } catch (error) {
      if (!signal.aborted) onFailed?.(error);
      throw error;
    }
  };
  const meta = { isInSight };
  const checking = useMutation({ meta, mutationFn: (file: File) => send(file, true) });
  const saving = useMutation({ meta, mutationFn: (file: File) => send(file, false), onSuccess: onSaved });

  const forget = (why: unknown = null) => {
    underway.current?.abort();
    checking.reset();
    saving.reset();
    setRefusal(why);
  };
  const file = saving.variables ?? checking.variables;
  const isUnderway = checking.isPending || saving.isPending;

  return {
    /** The file, and the share sent so far, from 0 to 1; null when no upload is in progress. */
    chosen: file && { file, sent: isUnderway ? sent : null },
    isUnderway,
    isSaving: saving.isPending,
    result: saving.data ?? checking.data ?? null,
    error: refusal ?? saving.error ?? checking.error,
    /** Reads the file once, so that the saved bytes are those that were checked even if the file changes. */
    choose: async (given: File) => {
      forget();
      const { signal } = (underway.current = new AbortController());
      try {
        const kept = new File([await given.arrayBuffer()], given.name);
        // Another file was chosen meanwhile.
        if (!signal.aborted) checking.mutate(kept);
      } catch (failure) {
        // Fails for folders and for files that were moved.
        forget(failure);
      }
    },
    forget,
    save: () => {
      if (file) saving.mutate(file);
    },
  };
};
