import { NewLocation } from '@telemon/contracts/auth/locations';
import { TextInput } from 'react-admin';
import { FormDialog } from '../kit/form-dialog.tsx';

export default function LocationCreate() {
  return (
    <FormDialog
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
