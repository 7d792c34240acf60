import { Alert } from '@mui/material';
import { BulkUpdate, MOST_AT_ONCE } from '@telemon/contracts/devices/devices';
import { useNotify, type RaRecord } from 'react-admin';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { ChoiceInput } from '../kit/choice-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useListPath } from '../kit/list-path.ts';
import { useText } from '../texts/use-text.ts';
import { DevicesInput } from './devices-input.tsx';

type Values = { deviceId: string[]; managerId: string | null };

/** Assigns many devices to one manager: all or none. */
export default function BulkEdit() {
  const text = useText();
  const notify = useNotify();
  const refresh = useRefreshLists();
  const { close } = useListPath();
  const onSaved = (_: RaRecord, { deviceId }: Values) => {
    void refresh('device');
    notify('resources.device.bulk.saved', {
      type: 'success',
      messageArgs: { smart_count: deviceId.length },
    });
    close();
  };
  return (
    <FormDialog<Values>
      title={text('resources.device.bulk.title')}
      resource="bulk-edit"
      schema={BulkUpdate}
      values={{ deviceId: [], managerId: null }}
      onSaved={onSaved}
    >
      <DevicesInput source="deviceId" label={text('resources.device.bulk.devices')} most={MOST_AT_ONCE} />
      <ChoiceInput
        source="managerId"
        reference="managers"
        label="resources.device.fields.managerId"
        className="wide"
      />
      <Alert severity="warning" role="note" icon={false} className="wide">
        {text('resources.device.bulk.cleared')}
      </Alert>
    </FormDialog>
  );
}
