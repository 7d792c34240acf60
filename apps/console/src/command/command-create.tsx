import { LONGEST_COMMAND, NewCommand } from '@telemon/contracts/devices/commands';
import { TextInput, useNotify } from 'react-admin';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FormHere } from '../kit/form-here.tsx';

interface Props {
  deviceName: string;
  /** Whether the query of the page's address opens it. */
  isOpenAt: (search: URLSearchParams) => boolean;
  onClose: () => void;
}

/** The documented Add Command dialog, over a tab of the device's page, which has no paths below its own. */
export default function CommandCreate({ deviceName, isOpenAt, onClose }: Props) {
  const notify = useNotify();
  const onSaved = () => {
    notify('resources.commands-of-device.created', { type: 'success' });
    onClose();
  };
  return (
    <FormHere isOpenAt={isOpenAt} onSaved={onSaved} onClose={onClose}>
      <FormDialog<NewCommand>
        resource="commands-of-device"
        schema={NewCommand}
        values={{ deviceName, command: '' }}
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
    </FormHere>
  );
}
