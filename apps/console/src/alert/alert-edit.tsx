import { Button, FormHelperText } from '@mui/material';
import type { Alert } from '@telemon/contracts/alerting/alerts';
import { useFormState } from 'react-hook-form';
import { Icon } from '../kit/icon.tsx';
import { FormDialog, useFormRecord } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';
import { ALERT_FORM, AlertFields } from './alert-form.tsx';
import { type AlertValues, valuesOf } from './alert-values.ts';
import { useTestMessage } from './use-test-message.ts';

/** Sends a test message of the alert as it is saved. */
const TestMessage = () => {
  const text = useText();
  const { id } = useFormRecord<Alert>()!;
  const { isDirty } = useFormState();
  const test = useTestMessage();
  const isOff = isDirty || test.isPending;
  return (
    <div className="wide">
      <Button
        startIcon={<Icon name="send" />}
        // Unlike a disabled one, it keeps the focus.
        aria-disabled={isOff}
        onClick={() => isOff || test.mutate(id)}
        sx={{ '&[aria-disabled=true]': { color: 'text.disabled', cursor: 'default' } }}
      >
        {text('resources.alert.action.test')}
      </Button>
      <FormHelperText>{text(`resources.alert.test.${isDirty ? 'saveFirst' : 'hint'}`)}</FormHelperText>
    </div>
  );
};

/** @param id The alert; else that of the address. */
export default function AlertEdit({ id }: { id?: string }) {
  const text = useText();
  return (
    <FormDialog<AlertValues>
      {...ALERT_FORM}
      {...(id !== undefined && { id })}
      title={text('resources.alert.action.edit')}
      values={(record) => valuesOf(record as Alert)}
      savedMessage="resources.alert.saved"
    >
      <AlertFields />
      <TestMessage />
    </FormDialog>
  );
}
