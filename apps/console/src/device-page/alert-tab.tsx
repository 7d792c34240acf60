import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import Button from '@mui/material/Button';
import { Suspense, type ReactElement } from 'react';
import { useNotify, useRecordContext } from 'react-admin';
import { AcknowledgeAll } from '../alert/acknowledge-all.tsx';
import { RARE_COLUMNS, WIDE_COLUMNS, alertColumns } from '../alert/alert-columns.tsx';
import { AlertOptions } from '../alert/alert-options.tsx';
import { isFiring } from '../alert/firing-words.ts';
import { NoFirings } from '../alert/alert-log-list.tsx';
import { NoticeLimits } from '../alert/notice-limits.tsx';
import { RARE_LOG_COLUMNS, WIDE_LOG_COLUMNS, logColumns } from '../alert/log-columns.tsx';
import { CriteriaButton } from '../alert/rule-dialog.tsx';
import { mayDo } from '../data/access.ts';
import { ExportButton } from '../kit/export-button.tsx';
import { FormHere } from '../kit/form-here.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useFormHere } from '../kit/use-form-here.ts';
import { useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { RowActions, RowNumber } from '../kit/column.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';

const AlertCreate = lazyPart(() => import('../alert/alert-create.tsx'));
const AlertEdit = lazyPart(() => import('../alert/alert-edit.tsx'));

const withoutDevice = (columns: ReactElement[]) => columns.filter(({ key }) => key !== 'deviceName');

interface OfDevice {
  deviceName: string;
  isStaleSaid: boolean;
}

interface OpenFormProps {
  deviceName: string;
  form: ReturnType<typeof useFormHere>;
}

/** The form for a new alert on the device, or for one of its alerts, over its page. */
const OpenForm = ({ deviceName, form }: OpenFormProps) => {
  const notify = useNotify();
  const { editedId } = form;
  const onSaved = () => {
    notify(`resources.alert.${editedId === null ? 'created' : 'saved'}`, { type: 'success' });
    form.close();
  };
  return (
    <Suspense fallback={null}>
      <FormHere isOpenAt={form.isOpenAt} onSaved={onSaved} onClose={form.close}>
        {editedId === null ? <AlertCreate deviceName={deviceName} /> : <AlertEdit id={editedId} />}
      </FormHere>
    </Suspense>
  );
};

const Options = ({ form }: Pick<OpenFormProps, 'form'>) => (
  <AlertOptions editAt={form.editAt(useRecordContext<Alert>()!.id)} />
);

const ActiveAlerts = ({ deviceName, isStaleSaid }: OfDevice) => {
  const text = useText();
  const form = useFormHere('alert');
  const mayAdd = mayDo('alert', 'create');
  const add = mayAdd && (
    <Button variant="contained" color="primary" onClick={form.open}>
      {text('resources.alert.action.create')}
    </Button>
  );
  return (
    <>
      <ResourceList<Alert>
        isAside
        resource="alerts-of-device"
        label="device.tabs.active-alerts"
        isSearched={false}
        filter={{ deviceName }}
        actions={add}
        hiddenColumns={useHiddenAtFirst(RARE_COLUMNS, WIDE_COLUMNS)}
        rowTone={({ firing }) => (firing ? 'firing' : undefined)}
        isStaleSaid={isStaleSaid}
        empty={
          <Picture icon="alert" title={text('device.noAlerts.title')} what={text('device.noAlerts.what')}>
            {add}
          </Picture>
        }
      >
        <RowNumber />
        {withoutDevice(alertColumns)}
        <RowActions>
          <Options form={form} />
        </RowActions>
      </ResourceList>
      {mayAdd && (form.isOpen || form.editedId !== null) && <OpenForm deviceName={deviceName} form={form} />}
    </>
  );
};

const AlertLog = ({ deviceName, isStaleSaid }: OfDevice) => (
  <ResourceList<AlertLogEntry>
    isAside
    resource="alert-log-of-device"
    label="device.tabs.alert-log"
    isSearched={false}
    filter={{ deviceName }}
    actions={
      <>
        <AcknowledgeAll deviceName={deviceName} />
        <ExportButton route="GET /alertLog/export" parameters={{ deviceName }} />
      </>
    }
    hiddenColumns={useHiddenAtFirst(RARE_LOG_COLUMNS, WIDE_LOG_COLUMNS)}
    rowTone={(entry) => (isFiring(entry) ? 'firing' : undefined)}
    isStaleSaid={isStaleSaid}
    empty={<NoFirings />}
  >
    <RowNumber />
    {withoutDevice(logColumns)}
    <RowActions>
      <CriteriaButton />
    </RowActions>
  </ResourceList>
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
