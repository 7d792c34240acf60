import { Box } from '@mui/material';
import { mayDo } from '../data/access.ts';
import { mqttAddress, publishLine } from '../device/publish-line.ts';
import { SendTestReading, maySendTestReading } from '../device/send-test-reading.tsx';
import { useText } from '../texts/use-text.ts';

const LINE = {
  display: 'block',
  my: 1,
  p: '8px 12px',
  borderRadius: 1,
  bgcolor: 'var(--sunken)',
  color: 'text.primary',
  fontSize: 12,
  overflowWrap: 'anywhere',
  textAlign: 'left',
} as const;

/** Explains how a device sends its first reading. */
export const FirstReading = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const login = { username: deviceName, password: text('device.firstReading.password') };
  return (
    <>
      <p>{text('device.firstReading.how')}</p>
      <Box component="code" sx={LINE}>
        {publishLine(login, mqttAddress())}
      </Box>
      <p>
        {text(mayDo('device', 'edit') ? 'device.firstReading.login' : 'device.firstReading.loginOfOthers')}
      </p>
      {maySendTestReading() && (
        <Box sx={{ mt: 0.5 }}>
          <SendTestReading deviceName={deviceName} />
        </Box>
      )}
    </>
  );
};
