import { Box, Button, Tab, Tabs } from '@mui/material';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { useRecordContext } from 'react-admin';
import { Link, Route, Routes, useLocation } from 'react-router';
import { RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Icon } from '../kit/icon.tsx';
import { ListInfo, infoOf } from '../kit/list-info.tsx';
import { useListPath } from '../kit/list-path.ts';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';
import { alertColumns, useHiddenAlertColumns } from './alert-columns.tsx';
import { AlertLogList } from './alert-log-list.tsx';
import { AlertOptions } from './alert-options.tsx';
import { ruleInWords } from './rule-words.ts';
import { severityFilter } from './severity-filter.tsx';
import { useAlertPaths } from './use-alert-paths.ts';
import { lazyPart } from '../kit/lazy-part.tsx';

const AlertCreate = lazyPart(() => import('./alert-create.tsx'));
const AlertEdit = lazyPart(() => import('./alert-edit.tsx'));
const AlertTypesDialog = lazyPart(() => import('./alert-types-dialog.tsx'));

const Options = () => {
  const { pathTo } = useListPath();
  const { id, mayChange } = useRecordContext<Alert>()!;
  return (
    <>
      <AlertOptions editAt={pathTo(id, 'edit')} />
      {mayChange && (
        <DeleteButton<Alert>
          what={(alert, text) =>
            text('resources.alert.deleteWhat', { rule: ruleInWords(alert, text), device: alert.deviceName })
          }
        />
      )}
    </>
  );
};

const Alerts = () => (
  <ResourceList<Alert>
    exported="alert"
    label="resources.alert.tabs.alerts"
    hiddenColumns={useHiddenAlertColumns()}
    filters={[severityFilter]}
    noMatch={<Picture icon="alert" title="resources.alert.filters.noneOfSeverity" />}
    rowTone={({ firing }) => (firing ? 'firing' : undefined)}
    dialogs={
      <>
        <Route path="create" element={<AlertCreate />} />
        <Route path="types" element={<AlertTypesDialog />} />
        <Route path=":id/edit" element={<AlertEdit />} />
      </>
    }
  >
    <RowNumber />
    {alertColumns}
    <RowActions>
      <Options />
    </RowActions>
  </ResourceList>
);

/** Manage Alerts: the alerts, and the log of their firings and of silences. */
export default function AlertList() {
  const text = useText();
  const { pathname, search } = useLocation();
  const { alerts, log } = useAlertPaths();
  const tab = pathname.startsWith(log) ? log : alerts;
  return (
    <>
      <ListInfo {...infoOf('alert', 'what', 'told', 'acknowledge')} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between' }}>
        <Tabs value={tab} aria-label={text('pages.alerts')}>
          <Tab component={Link} to={alerts} value={alerts} label={text('resources.alert.tabs.alerts')} />
          <Tab component={Link} to={log} value={log} label={text('resources.alert.tabs.log')} />
        </Tabs>
        <Button
          component={Link}
          to={{ pathname: `${tab}/types`, search }}
          variant="text"
          startIcon={<Icon name="info" />}
        >
          {text('resources.alert.action.types')}
        </Button>
      </Box>
      <Routes>
        <Route path="log/*" element={<AlertLogList types={<AlertTypesDialog />} />} />
        <Route path="*" element={<Alerts />} />
      </Routes>
    </>
  );
}
