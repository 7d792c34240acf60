import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { ReactElement } from 'react';
import { useListContext } from 'react-admin';
import { Route } from 'react-router';
import { RowActions, RowNumber } from '../kit/column.tsx';
import { ExportButton } from '../kit/export-button.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';
import { isFiring } from './firing-words.ts';
import { RARE_LOG_COLUMNS, WIDE_LOG_COLUMNS, logColumns } from './log-columns.tsx';
import { CriteriaButton } from './rule-dialog.tsx';
import { StatusFilter } from './status-filter.tsx';
import { useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';

/** Shown for a log without entries. */
export const NoFirings = () => {
  const text = useText();
  return (
    <Picture
      icon="alert"
      title={text('resources.alertLog.empty')}
      what={text('resources.alertLog.emptyWhat')}
    />
  );
};

/** Shown if no entry has the chosen status. */
const NoneOfStatus = () => {
  const text = useText();
  const { status } = useListContext().filterValues as { status?: AlertLogEntry['status'] };
  return <Picture icon="alert" title={text(`resources.alertLog.none.${status ?? 'Pending'}`)} />;
};

/** Exports the entries of all pages of the list. */
const Export = () => {
  const { status, q } = useListContext().filterValues as { status?: string; q?: string };
  return <ExportButton route="GET /alertLog/export" parameters={{ status, q }} />;
};

/** The firings and silences, the newest first. */
export const AlertLogList = ({ types }: { types: ReactElement }) => (
  <ResourceList<AlertLogEntry>
    resource="alertLog"
    label="resources.alert.tabs.log"
    hiddenColumns={useHiddenAtFirst(RARE_LOG_COLUMNS, WIDE_LOG_COLUMNS)}
    actions={<Export />}
    filters={[<StatusFilter key="status" source="status" alwaysOn />]}
    rowTone={(entry) => (isFiring(entry) ? 'firing' : undefined)}
    empty={<NoFirings />}
    noMatch={<NoneOfStatus />}
    dialogs={<Route path="types" element={types} />}
  >
    <RowNumber />
    {logColumns}
    <RowActions>
      <CriteriaButton />
    </RowActions>
  </ResourceList>
);
