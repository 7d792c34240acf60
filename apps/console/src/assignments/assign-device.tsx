import { NewAssignment } from '@telemon/contracts/devices/assignments';
import { useQueryClient } from '@tanstack/react-query';
import { lazy } from 'react';
import { useGetList, useNotify, type RaRecord } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { DeviceInput } from '../form/device-input.tsx';
import { useDeviceNames } from '../form/device-picker.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { SelectInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import type { AssistantRow } from './assistants-list.tsx';
import { useAssistantsOf } from './use-assistants.ts';

const UserCreate = lazy(() => import('../users/user-create.tsx'));

type Values = { deviceName: string | null; assistantId: string | null };

const Fields = () => {
  const text = useText();
  const { setValue } = useFormContext<Values>();
  const deviceName = useWatch<Values, 'deviceName'>({ name: 'deviceName' });
  const { data: devices } = useDeviceNames();
  const device = devices?.find((one) => one.deviceName === deviceName);
  const assistants = useAssistantsOf(device?.managerId ?? null);
  const { data: assigned } = useGetList<AssistantRow>(
    'assistants-of-device',
    { filter: { deviceName } },
    { enabled: Boolean(deviceName) },
  );
  const seeIt = new Set(assigned?.map(({ assistantId }) => assistantId));
  const others = assistants?.filter(({ id }) => !seeIt.has(id));
  const hint = () => {
    if (!deviceName) return text('assignments.form.deviceFirst');
    return others?.length === 0 ? text('assignments.form.noAssistants') : undefined;
  };
  return (
    <>
      <DeviceInput source="deviceName" onChosen={() => setValue('assistantId', null)} />
      <SelectInput
        source="assistantId"
        label={text('assignments.form.assistant')}
        none={text('form.choose')}
        disabled={!deviceName}
        hint={hint()}
        choices={others ?? []}
        add={{
          label: text('assignments.form.addAssistant'),
          form: (props) => <UserCreate {...props} role="assistant" managerId={device?.managerId ?? null} />,
        }}
      />
    </>
  );
};

interface Props {
  onClose: () => void;
  onAssigned: (deviceName: string) => void;
}

/** Lets an assistant see a device of their manager. */
export default function AssignDevice({ onClose, onAssigned }: Props) {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const [search] = useSearchParams();
  return (
    <FormDialog<Values>
      title={text('assignments.add')}
      resource="assignments"
      schema={NewAssignment}
      values={{ deviceName: search.get('device'), assistantId: null }}
      saveLabel={text('assignments.add')}
      onClose={onClose}
      onSaved={({ id }: RaRecord) => {
        void queryClient.invalidateQueries({ queryKey: ['assistants-of-device'] });
        notify('assignments.saved', { type: 'success' });
        onAssigned(String(id));
      }}
    >
      <Fields />
    </FormDialog>
  );
}
