import type { AssignedAssistant } from '@telemon/contracts/devices/assignments';
import { statusOf } from '../data/refusal.ts';
import { NoSuchDevice } from '../devices/no-such-device.tsx';
import { options, type Column } from '../list/column.tsx';
import { DeleteWithConfirm } from '../list/delete-with-confirm.tsx';
import { ListView } from '../list/list-view.tsx';
import { useWholeList } from '../list/use-whole-list.ts';
import { useText } from '../texts/use-text.ts';

export type AssistantRow = AssignedAssistant;

const NAME: Column<AssistantRow> = {
  name: 'name',
  label: 'assignments.columns.name',
  fixed: true,
  onCard: 'title',
  wraps: true,
  render: ({ assistantName }) => assistantName,
};

const RemoveAssistant = ({ assistant, deviceName }: { assistant: AssistantRow; deviceName: string }) => {
  const text = useText();
  return (
    <DeleteWithConfirm
      resource="assistants-of-device"
      alsoIn={['assignments']}
      record={assistant}
      label={text('assignments.remove')}
      what={text('assignments.removeWhat', { name: assistant.assistantName, device: deviceName })}
    />
  );
};

/** Who a device is assigned to. */
export const AssistantsList = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const list = useWholeList<AssistantRow>('assistants-of-device', { deviceName });
  if (statusOf(list.error) === 404) return <NoSuchDevice deviceName={deviceName} />;
  const columns = [
    NAME,
    options<AssistantRow>((assistant) => <RemoveAssistant assistant={assistant} deviceName={deviceName} />),
  ];
  return (
    <ListView
      bare
      list={list}
      label={text('assignments.assistantsOf', { name: deviceName })}
      columns={columns}
      empty={{ title: text('assignments.none.title'), what: text('assignments.none.what') }}
    />
  );
};
