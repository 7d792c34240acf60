import type { Alert, AlertLogEntry } from '@telemon/contracts/alerting/alerts';
import type { ReactElement } from 'react';
import { RARE_COLUMNS, WIDE_COLUMNS, alertColumns } from '../alert/alert-columns.tsx';
import { NoFirings } from '../alert/alert-log-list.tsx';
import { RARE_LOG_COLUMNS, WIDE_LOG_COLUMNS, logColumns } from '../alert/log-columns.tsx';
import { CriteriaButton } from '../alert/rule-dialog.tsx';
import { ExportButton } from '../kit/export-button.tsx';
import { useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { RowActions, RowNumber } from '../kit/column.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';

const withoutDevice = (columns: ReactElement[]) => columns.filter(({ key }) => key !== 'deviceName');

interface Props {
  tab: 'active-alerts' | 'alert-log';
  deviceName: string;
  isStaleSaid: boolean;
}

/** The alerts of a device, or its part of the alert log. */
export default function AlertTab({ tab, deviceName, isStaleSaid }: Props) {
  const text = useText();
  const hiddenAlerts = useHiddenAtFirst(RARE_COLUMNS, WIDE_COLUMNS);
  const hiddenEntries = useHiddenAtFirst(RARE_LOG_COLUMNS, WIDE_LOG_COLUMNS);
  const isLog = tab === 'alert-log';
  return (
    <ResourceList<Partial<Pick<AlertLogEntry, 'clearedAt'> & Pick<Alert, 'firing'>> & { id: string }>
      isAside
      resource={isLog ? 'alert-log-of-device' : 'alerts-of-device'}
      label={`device.tabs.${tab}`}
      isSearched={false}
      filter={{ deviceName }}
      actions={isLog && <ExportButton route="GET /alertLog/export" parameters={{ deviceName }} />}
      hiddenColumns={isLog ? hiddenEntries : hiddenAlerts}
      rowTone={({ firing, clearedAt }) => (firing || clearedAt === null ? 'firing' : undefined)}
      isStaleSaid={isStaleSaid}
      empty={
        isLog ? (
          <NoFirings />
        ) : (
          <Picture icon="alert" title={text('device.noAlerts.title')} what={text('device.noAlerts.what')} />
        )
      }
    >
      <RowNumber />
      {withoutDevice(isLog ? logColumns : alertColumns)}
      <RowActions>
        <CriteriaButton />
      </RowActions>
    </ResourceList>
  );
}
