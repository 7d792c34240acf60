import { Box } from '@mui/material';
import type { AssignedAssistant } from '@telemon/contracts/devices/assignments';
import { NoSuchDevice } from '../device/no-such-device.tsx';
import { Column, RowActions } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';

const AssistantList = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  return (
    <ResourceList<AssignedAssistant>
      resource="assistants-of-device"
      label="resources.assignDevice.assistants"
      filter={{ deviceName }}
      isAside
      missing={<NoSuchDevice deviceName={deviceName} />}
      empty={
        <Picture
          icon="people"
          title="resources.assignDevice.none.title"
          what="resources.assignDevice.none.what"
        />
      }
    >
      <Column<AssignedAssistant>
        source="assistantName"
        label="resources.assignDevice.columns.name"
        onCard="title"
        isFixed
        className="wraps"
      />
      <RowActions>
        <DeleteButton<AssignedAssistant>
          label="resources.assignDevice.remove"
          what={({ assistantName: name }) =>
            text('resources.assignDevice.removeWhat', { name, device: deviceName })
          }
          alsoIn={['assignDevice']}
        />
      </RowActions>
    </ResourceList>
  );
};

/** The assistants of the selected device, beside the list of devices. */
export const Assistants = ({ deviceName }: { deviceName: string | null }) => {
  const text = useText();
  return (
    <Box
      component="section"
      aria-live="polite"
      sx={{
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        bgcolor: 'background.paper',
        overflow: 'hidden',
        '&& .RaList-main': { border: 0 },
      }}
    >
      <Box
        component="h2"
        sx={{ p: '12px 16px', borderBottom: 1, borderColor: 'divider', fontSize: 14, fontWeight: 600 }}
      >
        {text('resources.assignDevice.assistants')}
        {deviceName !== null && <span className="quiet"> {deviceName}</span>}
      </Box>
      {deviceName === null ? (
        <Picture
          icon="people"
          title="resources.assignDevice.choose.title"
          what="resources.assignDevice.choose.what"
        />
      ) : (
        <AssistantList deviceName={deviceName} />
      )}
    </Box>
  );
};
