import { Confirm } from 'react-admin';
import { useParams } from 'react-router';
import { ask } from '../data/ask.ts';
import { useListPath } from '../kit/list-path.ts';
import { useAct } from '../kit/use-act.ts';
import { useText } from '../texts/use-text.ts';
import { MqttLoginDialog } from './mqtt-login.tsx';

/**
 * Creates a new login after a confirmation; the old one and its connection end. Has its own address, because a row is remounted
 * when the list becomes cards, and the password would be lost.
 */
export default function NewMqttLogin() {
  const text = useText();
  const { close } = useListPath();
  const deviceName = useParams()['id']!;
  const renew = useAct({
    mutationFn: () => ask('POST /device/:deviceName/credentials', { deviceName }),
    onSettled: (_, error) => {
      if (error) close();
    },
  });
  if (renew.data) return <MqttLoginDialog login={renew.data.mqtt} onClose={close} />;
  return (
    <Confirm
      isOpen
      loading={renew.isPending}
      title="delete.title"
      content={text('resources.device.mqtt.renewWhat', { name: deviceName })}
      onClose={close}
      onConfirm={() => renew.mutate()}
    />
  );
}
