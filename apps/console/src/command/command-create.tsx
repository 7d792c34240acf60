import { LONGEST_COMMAND, NewCommand } from '@telemon/contracts/devices/commands';
import { TextInput } from 'react-admin';
import { FormDialog } from '../kit/form-dialog.tsx';

/** The documented Add Command dialog, over a tab of the device's page, which has no paths below its own. */
export default function CommandCreate({ deviceName }: { deviceName: string }) {
  return (
    <FormDialog<NewCommand>
      resource="commands-of-device"
      schema={NewCommand}
      values={{ deviceName, command: '' }}
      savedMessage="resources.commands-of-device.created"
      width={440}
    >
      <TextInput
        source="command"
        helperText="resources.commands-of-device.hints.command"
        multiline
        minRows={3}
        maxRows={12}
        autoFocus
        className="wide"
        slotProps={{ htmlInput: { maxLength: LONGEST_COMMAND } }}
      />
    </FormDialog>
  );
}
