import { useMutation } from '@tanstack/react-query';
import { Suspense, lazy, useRef } from 'react';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { Button } from '../layout/button.tsx';
import { IconButton } from '../layout/icon-button.tsx';
import { SmallDialog } from '../layout/small-dialog.tsx';
import { ConfirmedDeed } from '../list/confirmed-deed.tsx';
import { useText } from '../texts/use-text.ts';
import { copyText } from './copy-text.ts';
import { FirstReadingWait } from './first-reading-wait.tsx';
import { loginAddress, mqttAddress, publishLine } from './publish-line.ts';
import styles from './mqtt-login.module.css';

const QrCode = lazy(() => import('./qr-code.tsx'));

interface Login {
  username: string;
  password: string;
}

const CopyLine = ({ label, value, block }: { label: string; value: string; block?: boolean }) => {
  const text = useText();
  const notify = useNotify();
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    if (await copyText(shown.current!)) notify('mqtt.copied', { type: 'success' });
    else notify('mqtt.notCopied', { type: 'error' });
  };
  return (
    <div className={block ? styles.block : styles.line}>
      <dt>{label}</dt>
      <dd>
        <code ref={shown}>{value}</code>
        <IconButton icon="copy" label={text('mqtt.copy', { what: label })} onClick={() => void copy()} />
      </dd>
    </div>
  );
};

/** A device's MQTT login, shown this once: so it stays until somebody says that they are done with it. */
export const MqttLoginDialog = ({
  login,
  isNew,
  onClose,
}: {
  login: Login;
  isNew?: boolean;
  onClose: () => void;
}) => {
  const text = useText();
  const { host, port } = mqttAddress();
  return (
    <SmallDialog
      title={text(isNew ? 'mqtt.titleNew' : 'mqtt.title', { name: login.username })}
      width={640}
      actions={
        <Button tone="main" autoFocus onClick={onClose}>
          {text('mqtt.done')}
        </Button>
      }
    >
      <p className={styles.once}>{text('mqtt.once')}</p>
      <div className={styles.login}>
        <dl className={styles.lines}>
          <CopyLine label={text('mqtt.username')} value={login.username} />
          <CopyLine label={text('mqtt.password')} value={login.password} />
          <CopyLine label={text('mqtt.address')} value={`${host}:${port}`} />
        </dl>
        <figure className={styles.scan}>
          <Suspense fallback={<div className={styles.coming} />}>
            <QrCode value={loginAddress(login, { host, port })} label={text('mqtt.qr')} />
          </Suspense>
          <figcaption>{text('mqtt.scan')}</figcaption>
        </figure>
      </div>
      <dl className={styles.lines}>
        <CopyLine label={text('mqtt.try')} value={publishLine(login, { host, port })} block />
      </dl>
      <p className={styles.hint}>{text('mqtt.tryHint')}</p>
      {isNew && <FirstReadingWait deviceName={login.username} />}
    </SmallDialog>
  );
};

/** Makes a new login after asking: the old one ends with it, and the connection it opened. */
export const MqttLoginButton = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  const notify = useNotify();
  const renew = useMutation({
    mutationFn: () => ask('POST /device/:deviceName/credentials', { deviceName }),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  return (
    <>
      <ConfirmedDeed
        deed="renew-login"
        icon="key"
        label={text('mqtt.renew')}
        what={text('mqtt.renewWhat', { name: deviceName })}
        onYes={(settled) => renew.mutate(undefined, { onSettled: settled })}
      />
      {renew.data && <MqttLoginDialog login={renew.data.mqtt} onClose={() => renew.reset()} />}
    </>
  );
};
