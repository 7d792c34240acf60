import {
  MOST_ASSISTANTS,
  NewAssignment,
  type AssignedAssistant,
} from '@telemon/contracts/devices/assignments';
import { AutocompleteInput, useGetList, useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { DeviceInput } from '../device/device-input.tsx';
import { useDeviceNames } from '../device/use-device-names.ts';
import { AddHere } from '../kit/add-here.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { useAssistantsOf } from './use-assistants.ts';
import { useShowAssistants } from './use-chosen.ts';

const UserCreate = lazyPart(() => import('../user/user-create.tsx'));

type Values = { deviceName: string | null; assistantId: string | null };

/** The assistants of the device's manager who do not see it yet. */
const AssistantInput = ({ deviceName }: { deviceName: string | null }) => {
  const { data: devices } = useDeviceNames();
  const managerId = devices?.find((one) => one.deviceName === deviceName)?.managerId ?? null;
  const assistants = useAssistantsOf(managerId);
  const { data: assigned } = useGetList<AssignedAssistant>(
    'assistants-of-device',
    { filter: { deviceName }, pagination: { page: 1, perPage: MOST_ASSISTANTS } },
    { enabled: Boolean(deviceName) },
  );
  const seeIt = new Set(assigned?.map(({ assistantId }) => assistantId));
  const others = assistants?.filter(({ id }) => !seeIt.has(id));
  const hint = !deviceName ? 'deviceFirst' : others?.length === 0 ? 'noAssistants' : null;
  return (
    <AutocompleteInput
      source="assistantId"
      choices={others ?? []}
      disabled={!deviceName}
      helperText={hint && `resources.assignDevice.hints.${hint}`}
      noOptionsText="list.nothing"
      createLabel="resources.assignDevice.action.addAssistant"
      createItemLabel=""
      forcePopupIcon
      create={
        <AddHere>
          <UserCreate role="assistant" managerId={managerId} />
        </AddHere>
      }
    />
  );
};

const Fields = () => {
  const { setValue } = useFormContext<Values>();
  const deviceName = useWatch<Values, 'deviceName'>({ name: 'deviceName' });
  return (
    <>
      <DeviceInput source="deviceName" onChange={() => setValue('assistantId', null)} />
      <AssistantInput deviceName={deviceName} />
    </>
  );
};

/** Lets an assistant see a device of their manager. */
export default function AssignDeviceCreate() {
  const text = useText();
  const notify = useNotify();
  const show = useShowAssistants();
  const [search] = useSearchParams();
  return (
    <FormDialog<Values>
      title={text('resources.assignDevice.action.create')}
      saveLabel={text('resources.assignDevice.action.create')}
      resource="assignDevice"
      schema={NewAssignment}
      values={{ deviceName: search.get('device'), assistantId: null }}
      onSaved={({ id }) => {
        notify('resources.assignDevice.saved', { type: 'success' });
        show(String(id));
      }}
    >
      <Fields />
    </FormDialog>
  );
}
