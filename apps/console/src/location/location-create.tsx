import { NewLocation } from '@telemon/contracts/auth/locations';
import { TextInput } from 'react-admin';
import { FormDialog } from '../kit/form-dialog.tsx';
import { useText } from '../texts/use-text.ts';

export default function LocationCreate() {
  const text = useText();
  return (
    <FormDialog
      title={text('resources.location.action.create')}
      saveLabel={text('resources.location.action.create')}
      resource="location"
      schema={NewLocation}
      values={{ locationName: '' }}
      savedMessage="resources.location.created"
      width={440}
    >
      <TextInput
        source="locationName"
        helperText="resources.location.hints.locationName"
        autoFocus
        className="wide"
        slotProps={{ htmlInput: { maxLength: 25 } }}
      />
    </FormDialog>
  );
}
