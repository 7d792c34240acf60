import type { ExportOrder } from '@telemon/contracts/reporting/exports';
import { useEffect, useRef } from 'react';
import { useNotify } from 'react-admin';
import { download } from '../data/download.ts';
import { dropOrdered, useOrdered } from '../data/ordered-exports.ts';
import { useExports } from '../data/use-exports.ts';
import { useTellFailure } from '../kit/use-tell-failure.ts';
import { translateMessage } from '../texts/translate.ts';

/** Saves the files of the exports that this tab has ordered, on whichever page the user is, also after a reload. */
export const ExportsOfTab = () => {
  const notify = useNotify();
  const tell = useTellFailure();
  const ordered = useOrdered();
  const { data: exports } = useExports({ isNeeded: ordered.length > 0 });
  const saving = useRef(new Map<string, AbortController>());

  useEffect(() => {
    const save = async ({ id, format }: ExportOrder) => {
      const controller = new AbortController();
      saving.current.set(id, controller);
      try {
        const name = await download('GET /export/:id', { id }, { format, signal: controller.signal });
        notify('export.saved', { type: 'success', messageArgs: { name } });
      } catch (error) {
        if (!controller.signal.aborted) tell(error);
      }
      saving.current.delete(id);
      dropOrdered(id);
    };
    for (const id of ordered) {
      if (exports === undefined || saving.current.has(id)) continue;
      const order = exports.find((each) => each.id === id);
      if (order?.state === 'done') void save(order);
      else if (order?.state !== 'waiting') {
        // It has failed, or it was removed elsewhere.
        if (order) notify(translateMessage(order.reason ?? ''), { type: 'error' });
        dropOrdered(id);
      }
    }
    // A cancelled one is not saved any more.
    for (const [id, controller] of saving.current) if (!ordered.includes(id)) controller.abort();
  }, [ordered, exports, notify, tell]);
  return null;
};
