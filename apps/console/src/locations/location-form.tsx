import { NewLocation } from '@telemon/contracts/auth/locations';
import { useNotify } from 'react-admin';
import { FormDialog } from '../form/form-dialog.tsx';
import type { AddForm } from '../form/add-here.tsx';
import { TextInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';

export default function LocationCreate({ onClose, onAdded }: AddForm) {
  const text = useText();
  const notify = useNotify();
  return (
    <FormDialog
      title={text('locations.add')}
      resource="locations"
      schema={NewLocation}
      values={{ locationName: '' }}
      saveLabel={text('locations.add')}
      width={440}
      onClose={onClose}
      onSaved={({ id }) => {
        if (onAdded) onAdded(String(id));
        else notify('locations.created', { type: 'success' });
        onClose();
      }}
    >
      <TextInput
        source="locationName"
        label={text('locations.form.locationName')}
        hint={text('locations.form.locationNameHint')}
        maxLength={25}
        autoFocus
        wide
      />
    </FormDialog>
  );
}
