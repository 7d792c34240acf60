import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { lazy } from 'react';
import { Link, Route, useLocation } from 'react-router';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { PAGES } from '../layout/pages.ts';
import { AddButton } from '../list/add-button.tsx';
import { Dialogs } from '../list/dialogs.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';
import { alertColumns, type AlertRow } from './alert-columns.tsx';
import { RuleDialogs } from './rule-dialogs.tsx';
import { logColumns, type LogRow } from './log-columns.tsx';
import { StatusFilter, useStatus } from './status-filter.tsx';
import styles from './alerts-page.module.css';

const AlertCreate = lazy(() => import('./alert-form.tsx'));
const AlertTypesDialog = lazy(() => import('./alert-types-dialog.tsx'));

const LOG_PATH = `${PAGES.alerts.path}/log`;

const AlertsTab = () => {
  const text = useText();
  const list = useList<AlertRow>('alerts');
  return (
    <>
      <ListView
        bare
        list={list}
        label={text('alerts.tabs.alerts')}
        columns={alertColumns}
        searchable
        actions={<AddButton page="alerts" label="alerts.add" />}
        rowTone={({ firing }) => (firing ? 'firing' : undefined)}
        empty={{
          title: text('alerts.empty.title'),
          what: text('alerts.empty.what'),
          action: <AddButton page="alerts" label="alerts.add" />,
        }}
      />
      <RuleDialogs rules={list.rows} />
    </>
  );
};

const LogTab = () => {
  const text = useText();
  const status = useStatus();
  const nothing = status === undefined ? 'empty' : (`none${status}` as const);
  const list = useList<LogRow>('alert-log', { filter: { status } });
  return (
    <>
      <ListView
        bare
        list={list}
        label={text('alerts.tabs.log')}
        columns={logColumns}
        searchable
        filters={<StatusFilter />}
        rowTone={({ clearedAt }) => (clearedAt === null ? 'firing' : undefined)}
        empty={{ title: text(`alerts.log.${nothing}.title`), what: text(`alerts.log.${nothing}.what`) }}
      />
      <RuleDialogs rules={list.rows} />
    </>
  );
};

export default function AlertsPage() {
  const text = useText();
  const { pathname } = useLocation();
  const { open, close } = useOverList('alerts');
  const isLog = pathname === LOG_PATH;
  return (
    <ListPage
      name="alerts"
      heading="alerts.info.heading"
      bullets={['alerts.info.what', 'alerts.info.told', 'alerts.info.acknowledge']}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <Tabs value={isLog ? 'log' : 'alerts'} aria-label={text('pages.alerts')}>
            <Tab component={Link} to={PAGES.alerts.path} value="alerts" label={text('alerts.tabs.alerts')} />
            <Tab component={Link} to={LOG_PATH} value="log" label={text('alerts.tabs.log')} />
          </Tabs>
          <Button tone="quiet" icon={<Icon name="info" />} onClick={() => open('types')}>
            {text('alerts.viewTypes')}
          </Button>
        </div>
        {isLog ? <LogTab /> : <AlertsTab />}
      </div>
      <Dialogs>
        <Route path="create" element={<AlertCreate onClose={close} />} />
        <Route path="types" element={<AlertTypesDialog onClose={close} />} />
      </Dialogs>
    </ListPage>
  );
}
