import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { ComponentProps, ReactElement } from 'react';
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

/** Firings and silences, the newest first; the children are the columns. */
export const Firings = ({ children, ...list }: ComponentProps<typeof ResourceList<AlertLogEntry>>) => (
  <ResourceList<AlertLogEntry>
    hiddenColumns={useHiddenLogColumns()}
    rowTone={(entry) => (isFiring(entry) ? 'firing' : undefined)}
    empty={<Picture icon="alert" title="resources.alertLog.empty" what="resources.alertLog.emptyWhat" />}
    beside={<TraceHere of="alertLog" />}
    {...list}
  >
    <RowNumber />
    {children}
    <RowActions>
      <SnoozeButton />
      <EntryTraceButton />
      <CriteriaButton />
    </RowActions>
  </ResourceList>
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

/** The firings and silences of all devices. */
export const AlertLogList = ({ types }: { types: ReactElement }) => (
  <Firings
    resource="alertLog"
    label="resources.alert.tabs.log"
    exported="alertLog"
    filters={[<StatusFilter key="status" source="status" alwaysOn />, severityFilter]}
    noMatch={<NoneOfFilters />}
    dialogs={<Route path="types" element={types} />}
  >
    {logColumns}
  </Firings>
);
