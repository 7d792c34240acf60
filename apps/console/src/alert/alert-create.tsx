import { useSearchParams } from 'react-router';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { ALERT_FORM, AlertFields } from './alert-form.tsx';
import { type AlertValues, newAlert } from './alert-values.ts';

/** @param deviceName The device that is chosen at first; else that of the address. */
export default function AlertCreate({ deviceName }: { deviceName?: string }) {
  const text = useText();
  const [search] = useSearchParams();
  return (
    <FormDialog<AlertValues>
      {...ALERT_FORM}
      values={newAlert(deviceName ?? search.get('device'), text('resources.alert.firstMessage'))}
      savedMessage="resources.alert.created"
    >
      <AlertFields />
    </FormDialog>
  );
}
