import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { Refusal } from '../data/refusal.ts';
import { upload } from '../data/upload.ts';

/** The chosen file. */
export interface Chosen {
  file: File;
  /** The share sent so far, from 0 to 1; null when no upload is in progress. */
  sent: number | null;
  /** The table in the file, after the dry run. */
  table: CalibrationCurve | null;
}

/** Why a file was rejected. */
export interface Fault {
  reason: string;
  /** Null if no request was sent. */
  error: unknown;
}

const ROUTE = 'POST /sensorType/upload/:id';

/** Reads the file once, so that the saved bytes are those shown even if the file changes. */
const keptInMemory = async (file: File): Promise<File> => new File([await file.arrayBuffer()], file.name);

/** Uploads a table: a dry run returns the curve of the chosen file, then it is saved. A newer upload aborts an earlier one. */
export const useUpload = (id: string, onSaved: () => void) => {
  const notify = useNotify();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  const [isSaving, setSaving] = useState(false);
  const underway = useRef<AbortController>(null);
  useEffect(() => () => underway.current?.abort(), []);

  const send = async (file: File, dryRun: boolean) => {
    underway.current?.abort();
    const { signal } = (underway.current = new AbortController());
    setFault(null);
    setSaving(!dryRun);
    try {
      const onProgress = (sent: number) => {
        if (!signal.aborted) setChosen((now) => now && { ...now, sent });
      };
      const { table } = await upload(ROUTE, { id, dryRun }, { file, onProgress, signal });
      if (signal.aborted) return;
      setChosen({ file, sent: null, table });
      if (!dryRun) onSaved();
    } catch (error) {
      if (signal.aborted) return;
      const reason = error instanceof Refusal ? error.message : '';
      setFault({ reason, error });
      notify(reason || 'failure.unknown', { type: 'error' });
      setChosen((now) => now && { ...now, sent: null });
    } finally {
      if (!signal.aborted) setSaving(false);
    }
  };

  return {
    chosen,
    fault,
    isSaving,
    choose: async (file: File) => {
      underway.current?.abort();
      const { signal } = (underway.current = new AbortController());
      setChosen({ file, sent: 0, table: null });
      try {
        const kept = await keptInMemory(file);
        // Another file was chosen meanwhile.
        if (signal.aborted) return;
        setChosen({ file: kept, sent: 0, table: null });
        await send(kept, true);
      } catch (error) {
        if (signal.aborted) return;
        // Fails for folders and for files that were moved.
        setChosen(null);
        setFault({ reason: (error as Error).message, error: null });
      }
    },
    refuse: (reason: string) => {
      underway.current?.abort();
      setChosen(null);
      setFault({ reason, error: null });
    },
    save: () => {
      if (!chosen) return;
      setChosen({ ...chosen, sent: 0 });
      void send(chosen.file, false);
    },
  };
};
