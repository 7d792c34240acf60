import type { CalibrationCurve } from '@telemon/contracts/devices/sensor-types';
import { useEffect, useRef, useState } from 'react';
import { useNotify } from 'react-admin';
import { Refusal } from '../data/refusal.ts';
import { upload } from '../data/upload.ts';

/** The file that was chosen. */
export interface Chosen {
  file: File;
  /** What of it is sent, 0 to 1; null where nothing is under way. */
  sent: number | null;
  /** The table that it holds, once it is read. */
  table: CalibrationCurve | null;
}

/** A fault of the file itself, or of something chosen that is not one. */
export interface Fault {
  reason: string;
  /** Null where nothing was sent at all. */
  error: unknown;
}

const ROUTE = 'POST /sensorType/upload/:id';

/** Its bytes, so that what is saved is what was shown, though the file is changed meanwhile. */
const keptInMemory = async (file: File): Promise<File> => new File([await file.arrayBuffer()], file.name);

/** A table on its way: a file is chosen and read for its curve, then saved. One at a time, the newest wins. */
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
      setChosen({ file, sent: 0, table: null });
      try {
        const kept = await keptInMemory(file);
        setChosen({ file: kept, sent: 0, table: null });
        await send(kept, true);
      } catch (error) {
        // Browsers can't read a folder, nor a file that was moved away.
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
