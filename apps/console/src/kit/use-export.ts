import { useQueryClient } from '@tanstack/react-query';
import type { ExportedRows, ExportQuery } from '@telemon/contracts/reporting/exports';
import type { SheetFormat } from '@telemon/contracts/streamed-file';
import { useState } from 'react';
import type { Parameters } from '../data/address.ts';
import { type Answer, ask } from '../data/ask.ts';
import { addOrdered, dropOrdered, useOrdered } from '../data/ordered-exports.ts';
import { EXPORTS, useExports } from '../data/use-exports.ts';
import { useTellFailure } from './use-tell-failure.ts';

/** Rows that can be exported, and which of them. */
export interface Exported {
  rows: ExportedRows;
  query: Parameters;
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** The given parameters, as a query has them. */
const textsOf = (query: Parameters): ExportQuery =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => isGiven(value))
      .map(([name, value]) => [name, String(value)]),
  );

/** Orders exports of the same rows, one at a time. `ExportsOfTab` saves the file, on whichever page the user is then. */
export const useExport = ({ rows, query }: Exported) => {
  const tell = useTellFailure();
  const queryClient = useQueryClient();
  const ordered = useOrdered();
  const { data: exports = [] } = useExports({ isNeeded: ordered.length > 0 });
  const [isOrdering, setIsOrdering] = useState(false);
  const asked = textsOf(query);
  const underWay = exports.find(
    (each) => ordered.includes(each.id) && each.rows === rows && each.query.deviceName === asked.deviceName,
  );

  const start = async (format: SheetFormat) => {
    setIsOrdering(true);
    try {
      const { export: order } = await ask('POST /export', { rows, format, query: asked });
      // A list that was asked for before lacks it.
      await queryClient.cancelQueries({ queryKey: EXPORTS });
      queryClient.setQueryData<Answer<'GET /export'>>(EXPORTS, (known) => ({
        exports: [order, ...(known?.exports ?? [])],
        pagination: { totalCount: (known?.pagination.totalCount ?? 0) + 1 },
      }));
      addOrdered(order.id);
    } catch (error) {
      tell(error);
    }
    setIsOrdering(false);
  };

  const cancel = async (id: string) => {
    dropOrdered(id);
    await ask('DELETE /export/:id', { id }).catch(tell);
    await queryClient.invalidateQueries({ queryKey: EXPORTS });
  };

  return {
    /** The size of the file so far; null without an export. */
    bytes: underWay?.bytes ?? (isOrdering ? 0 : null),
    start,
    cancel: underWay && (() => void cancel(underWay.id)),
  };
};
