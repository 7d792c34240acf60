import { Box, Button, FormHelperText } from '@mui/material';
import type { UdpKey } from '@telemon/contracts/devices/udp-identity';
import { useParams } from 'react-router';
import { ask } from '../data/ask.ts';
import { useRefreshLists } from '../data/refresh-lists.ts';
import { useAsk } from '../data/use-ask.ts';
import { Dialog, FailedDialog } from '../kit/dialog.tsx';
import { useListPath } from '../kit/list-path.ts';
import { useAct } from '../kit/use-act.ts';
import { useText } from '../texts/use-text.ts';
import { CopyLine } from './copy-line.tsx';
import { NoSuchDevice } from './no-such-device.tsx';
import { signedDatagramLine, udpAddress } from './publish-line.ts';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

const LINES = { display: 'grid', gap: 1 };

/** The new UDP key of a device. */
const NewKeyDialog = ({ made, onClose }: { made: UdpKey; onClose: () => void }) => {
  const text = useText();
  const { deviceName, key } = made;
  return (
    <ShownOnceDialog
      title={text('resources.device.udp.newTitle', { name: deviceName })}
      warning={text('resources.device.udp.once')}
      onClose={onClose}
    >
      <Box component="dl" sx={LINES}>
        <CopyLine label={text('resources.device.udp.key')} value={key} />
        <CopyLine
          label={text('resources.device.udp.form')}
          value={text('resources.device.udp.formWhat')}
          isLong
        />
        <CopyLine
          label={text('resources.device.udp.try')}
          value={signedDatagramLine(deviceName, key, udpAddress())}
          isLong
        />
      </Box>
      <FormHelperText>{text('resources.device.udp.tryHint')}</FormHelperText>
    </ShownOnceDialog>
  );
};

/** Makes, replaces or removes the key that a device signs its datagrams with. Has its own address, as the dialog of the MQTT login has. */
export default function UdpKeyDialog() {
  const text = useText();
  const refresh = useRefreshLists();
  const { close } = useListPath();
  const deviceName = useParams()['id']!;
  const title = text('resources.device.udp.title', { name: deviceName });
  const closeAndRefresh = () => {
    void refresh('device');
    close();
  };
  const { data, error, retry } = useAsk(
    'GET /device/:deviceName',
    { deviceName },
    // Asked each time: a list may show the device as it was before.
    { queryKey: ['udp-key', deviceName], staleTime: 0, gcTime: 0 },
  );
  const make = useAct({ mutationFn: () => ask('POST /device/:deviceName/udpKey', { deviceName }) });
  const remove = useAct({
    mutationFn: () => ask('DELETE /device/:deviceName/udpKey', { deviceName }),
    done: 'resources.device.udp.removed',
    onSuccess: closeAndRefresh,
  });
  if (make.data) return <NewKeyDialog made={make.data.udp} onClose={closeAndRefresh} />;
  if (error)
    return (
      <FailedDialog
        title={title}
        resource="device"
        error={error}
        missing={<NoSuchDevice deviceName={deviceName} />}
        onRetry={retry}
        onClose={close}
      />
    );
  if (!data) return null;
  const { hasUdpKey } = data.deviceData;
  const isPending = make.isPending || remove.isPending;
  return (
    <Dialog
      title={title}
      width={520}
      onClose={close}
      actions={
        <>
          {hasUdpKey && (
            <Button color="error" disabled={isPending} onClick={() => remove.mutate()}>
              {text('resources.device.udp.remove')}
            </Button>
          )}
          <Button variant="contained" color="primary" disabled={isPending} onClick={() => make.mutate()}>
            {text(`resources.device.udp.${hasUdpKey ? 'replace' : 'make'}`)}
          </Button>
        </>
      }
    >
      <p>{text(`resources.device.udp.${hasUdpKey ? 'withKey' : 'withoutKey'}`)}</p>
    </Dialog>
  );
}
