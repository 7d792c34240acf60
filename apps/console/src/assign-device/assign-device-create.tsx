import { useQuery } from '@tanstack/react-query';
import type { User } from '@telemon/contracts/auth/users';
import { NewAssignment, type AssignedAssistant } from '@telemon/contracts/devices/assignments';
import { PAGE_LIMIT } from '@telemon/contracts/page';
import { AutocompleteInput, useNotify } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { ask } from '../data/ask.ts';
import { DeviceInput } from '../device/device-input.tsx';
import { useDeviceNames } from '../device/use-device-names.ts';
import { AddHere } from '../kit/add-here.tsx';
import { useChoices } from '../kit/choice-input.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { useShowAssistants } from './use-chosen.ts';

const UserCreate = lazyPart(() => import('../user/user-create.tsx'));

type Values = { deviceName: string | null; assistantId: string | null };

/** All users that the user may see, page by page: /v1 has no list of only assistants. */
const everyUser = async (signal: AbortSignal): Promise<User[]> => {
  const all: User[] = [];
  for (;;) {
    const { users, pagination } = await ask(
      'GET /user',
      { limit: PAGE_LIMIT, offset: all.length, sort: 'name', order: 'ASC' },
      signal,
    );
    all.push(...users);
    if (users.length === 0 || all.length >= pagination.totalCount) return all;
  }
};

/** The assistants of a manager; undefined while loading. */
const useAssistantsOf = (managerId: string | null) =>
  useQuery({
    queryKey: ['user', 'every'],
    queryFn: ({ signal }) => everyUser(signal),
    select: (users) => users.filter((one) => one.userRole === 'assistant' && one.managerId === managerId),
    enabled: managerId !== null,
  }).data;

/** The assistants of the device's manager to whom it is not assigned. */
const AssistantInput = ({ deviceName }: { deviceName: string | null }) => {
  const { data: devices } = useDeviceNames();
  const managerId = devices?.find((one) => one.deviceName === deviceName)?.managerId ?? null;
  const assistants = useAssistantsOf(managerId);
  const assigned = useChoices<AssignedAssistant>('assistants-of-device', { deviceName });
  const assignedIds = new Set(assigned?.map(({ assistantId }) => assistantId));
  const others = assistants?.filter(({ id }) => !assignedIds.has(id));
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

/** Assigns a device to an assistant of its manager. */
export default function AssignDeviceCreate() {
  const notify = useNotify();
  const show = useShowAssistants();
  const [search] = useSearchParams();
  return (
    <FormDialog<Values>
      resource="assignDevice"
      schema={NewAssignment}
      values={{ deviceName: search.get('device'), assistantId: null }}
      onSaved={({ id }) => {
        notify('resources.assignDevice.saved', { type: 'success' });
        show(String(id), { replace: true });
      }}
    >
      <Fields />
    </FormDialog>
  );
}
