import { mayDo } from '../data/access.ts';
import { mqttAddress, publishLine } from '../devices/publish-line.ts';
import { useText } from '../texts/use-text.ts';
import styles from './first-reading.module.css';

/** How a device that has never spoken sends its first reading. */
export const FirstReading = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const login = { username: deviceName, password: text('device.firstReading.password') };
  return (
    <>
      <p>{text('device.firstReading.how')}</p>
      <code className={styles.line}>{publishLine(login, mqttAddress())}</code>
      <p>
        {text(mayDo('devices', 'edit') ? 'device.firstReading.login' : 'device.firstReading.loginOfOthers')}
      </p>
    </>
  );
};
