import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { ReactElement } from 'react';
import { useListContext } from 'react-admin';
import { Route } from 'react-router';
import { RowActions, RowNumber } from '../kit/column.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { isFiring } from './firing-words.ts';
import { logColumns, useHiddenLogColumns } from './log-columns.tsx';
import { CriteriaButton } from './rule-dialog.tsx';
import { severityFilter } from './severity-filter.tsx';
import { StatusFilter } from './status-filter.tsx';
import { SnoozeButton } from './snooze-button.tsx';
import { EntryTraceButton, TraceHere } from './trace-here.tsx';

/** Shown for a log without entries. */
export const NoFirings = () => (
  <Picture icon="alert" title="resources.alertLog.empty" what="resources.alertLog.emptyWhat" />
);

interface Filters {
  status?: AlertLogEntry['status'];
  severity?: string;
}

/** Shown if no entry has the chosen status and severity. */
const NoneOfFilters = () => {
  const { status, severity } = useListContext().filterValues as Filters;
  const which = severity ? 'severity' : (status ?? 'Pending');
  return <Picture icon="alert" title={`resources.alertLog.none.${which}`} />;
};

/** The firings and silences, the newest first. */
export const AlertLogList = ({ types }: { types: ReactElement }) => (
  <ResourceList<AlertLogEntry>
    resource="alertLog"
    label="resources.alert.tabs.log"
    hiddenColumns={useHiddenLogColumns()}
    exported="alertLog"
    filters={[<StatusFilter key="status" source="status" alwaysOn />, severityFilter]}
    rowTone={(entry) => (isFiring(entry) ? 'firing' : undefined)}
    empty={<NoFirings />}
    noMatch={<NoneOfFilters />}
    beside={<TraceHere of="alertLog" />}
    dialogs={<Route path="types" element={types} />}
  >
    <RowNumber />
    {logColumns}
    <RowActions>
      <SnoozeButton />
      <EntryTraceButton />
      <CriteriaButton />
    </RowActions>
  </ResourceList>
);
