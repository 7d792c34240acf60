import { Box, FormHelperText } from '@mui/material';
import type { MqttLogin } from '@telemon/contracts/devices/devices';
import { telemetryTopic } from '@telemon/contracts/mqtt-bridge/mqtt';
import { lazyAside } from '../kit/lazy-part.tsx';
import { useText } from '../texts/use-text.ts';
import { CopyLine } from './copy-line.tsx';
import { FirstReadingWait } from './first-reading-wait.tsx';
import {
  datagramLine,
  loginAddress,
  mqttAddress,
  publishLine,
  shellHere,
  udpAddress,
} from './publish-line.ts';
import { ShownOnceDialog } from './shown-once-dialog.tsx';

const QrCode = lazyAside(() => import('./qr-code.tsx'));

const LINES = { display: 'grid', gap: 1 };
const BESIDE_THE_CODE = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) 136px' },
  gap: 2,
  alignItems: 'start',
  mb: 1,
};

interface Props {
  login: MqttLogin;
  isNew?: boolean;
  onClose: () => void;
}

/** The new MQTT login of a device. */
export const MqttLoginDialog = ({ login, isNew = false, onClose }: Props) => {
  const text = useText();
  const address = mqttAddress();
  const { username } = login;
  const shell = shellHere();
  return (
    <ShownOnceDialog
      title={text(`resources.device.mqtt.${isNew ? 'titleNew' : 'title'}`, { name: username })}
      warning={text('resources.device.mqtt.once')}
      onClose={onClose}
    >
      <Box sx={BESIDE_THE_CODE}>
        <Box component="dl" sx={LINES}>
          <CopyLine label={text('resources.device.mqtt.username')} value={username} />
          <CopyLine label={text('resources.device.mqtt.password')} value={login.password} />
          <CopyLine label={text('resources.device.mqtt.address')} value={`${address.host}:${address.port}`} />
          <CopyLine label={text('resources.device.mqtt.topic')} value={telemetryTopic(username)} />
        </Box>
        <Box component="figure" sx={{ width: { xs: 176, sm: 'auto' }, mx: 'auto', textAlign: 'center' }}>
          <Box sx={{ aspectRatio: '1', borderRadius: 1, bgcolor: 'var(--sunken)' }}>
            <QrCode value={loginAddress(login, address)} label={text('resources.device.mqtt.qr')} />
          </Box>
          <FormHelperText component="figcaption" sx={{ textAlign: 'center' }}>
            {text('resources.device.mqtt.scan')}
          </FormHelperText>
        </Box>
      </Box>
      <Box component="dl" sx={LINES}>
        <CopyLine label={text('resources.device.mqtt.try')} value={publishLine(login, address)} isLong />
      </Box>
      <FormHelperText>{text('resources.device.mqtt.tryHint')}</FormHelperText>
      <Box component="dl" sx={{ ...LINES, mt: 1.5 }}>
        <CopyLine
          label={text('resources.device.mqtt.tryUdp')}
          value={datagramLine(username, udpAddress(), shell)}
          isLong
        />
      </Box>
      <FormHelperText>{text(`resources.device.mqtt.tryUdpHint.${shell}`)}</FormHelperText>
      {isNew && <FirstReadingWait deviceName={username} />}
    </ShownOnceDialog>
  );
};
