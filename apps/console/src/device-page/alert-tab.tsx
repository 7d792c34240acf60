import type { Alert } from '@telemon/contracts/alerting/alerts';
import { Button } from '@mui/material';
import type { ReactElement } from 'react';
import { useRecordContext } from 'react-admin';
import { AcknowledgeAll } from '../alert/acknowledge-all.tsx';
import { alertColumns, useHiddenAlertColumns } from '../alert/alert-columns.tsx';
import { AlertOptions } from '../alert/alert-options.tsx';
import { Firings } from '../alert/alert-log-list.tsx';
import { NoticeLimits } from '../alert/notice-limits.tsx';
import { logColumns } from '../alert/log-columns.tsx';
import { mayDo } from '../data/access.ts';
import { FormHere, useDialogHere } from '../kit/dialog-here.tsx';
import { ExportButton } from '../kit/export-button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { RowActions, RowNumber } from '../kit/column.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';

const AlertCreate = lazyPart(() => import('../alert/alert-create.tsx'));
const AlertEdit = lazyPart(() => import('../alert/alert-edit.tsx'));

const withoutDevice = (columns: ReactElement[]) => columns.filter(({ key }) => key !== 'deviceName');

interface OfDevice {
  deviceName: string;
}

const Options = ({ here }: { here: ReturnType<typeof useDialogHere> }) => (
  <AlertOptions editAt={here.addressOf(useRecordContext<Alert>()!.id)} />
);

const ActiveAlerts = ({ deviceName }: OfDevice) => {
  const text = useText();
  const here = useDialogHere('alert');
  const { isAdding, shownId } = here;
  const mayAdd = mayDo('alert', 'create');
  const add = mayAdd && (
    <Button variant="contained" color="primary" onClick={here.add}>
      {text('resources.alert.action.create')}
    </Button>
  );
  return (
    <>
      <ResourceList<Alert>
        isAside
        resource="alerts-of-device"
        label="device.tabs.active-alerts"
        filter={{ deviceName }}
        actions={add}
        hiddenColumns={useHiddenAlertColumns()}
        rowTone={({ firing }) => (firing ? 'firing' : undefined)}
        empty={
          <Picture icon="alert" title="device.noAlerts.title" what="device.noAlerts.what">
            {add}
          </Picture>
        }
      >
        <RowNumber />
        {withoutDevice(alertColumns)}
        <RowActions>
          <Options here={here} />
        </RowActions>
      </ResourceList>
      {mayAdd && (isAdding || shownId !== null) && (
        <FormHere here={here}>
          {shownId === null ? <AlertCreate deviceName={deviceName} /> : <AlertEdit id={shownId} />}
        </FormHere>
      )}
    </>
  );
};

const AlertLog = ({ deviceName }: OfDevice) => (
  <Firings
    isAside
    resource="alert-log-of-device"
    label="device.tabs.alert-log"
    filter={{ deviceName }}
    actions={
      <>
        <AcknowledgeAll deviceName={deviceName} />
        <ExportButton rows="alertLog" query={{ deviceName }} />
      </>
    }
  >
    {withoutDevice(logColumns)}
  </Firings>
);

/** The alerts of a device, or its part of the alert log. */
export default function AlertTab({ tab, ...props }: OfDevice & { tab: 'active-alerts' | 'alert-log' }) {
  return (
    <>
      <NoticeLimits deviceName={props.deviceName} />
      {tab === 'alert-log' ? <AlertLog {...props} /> : <ActiveAlerts {...props} />}
    </>
  );
}
