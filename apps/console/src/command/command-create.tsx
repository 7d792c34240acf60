import { LONGEST_COMMAND, NewCommand } from '@telemon/contracts/devices/commands';
import { TextInput, useNotify } from 'react-admin';
import { OpenerContext } from '../kit/add-here.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { FormBelow } from '../kit/keep-typed.tsx';
import { useText } from '../texts/use-text.ts';

interface Props {
  deviceName: string;
  onClose: () => void;
}

/** The documented Add Command dialog, over a tab of the device's page, which has no paths below its own. */
export default function CommandCreate({ deviceName, onClose }: Props) {
  const text = useText();
  const notify = useNotify();
  return (
    <OpenerContext value={{ onCreate: onClose, onCancel: onClose }}>
      {/* Closing changes only the query, for which the router does not ask: the form must ask itself. */}
      <FormBelow value={() => false}>
        <FormDialog<NewCommand>
          title={text('resources.commands-of-device.action.create')}
          saveLabel={text('resources.commands-of-device.action.create')}
          resource="commands-of-device"
          schema={NewCommand}
          values={{ deviceName, command: '' }}
          onSaved={(_saved, _typed, close) => {
            notify('resources.commands-of-device.created', { type: 'success' });
            close();
          }}
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
      </FormBelow>
    </OpenerContext>
  );
}
