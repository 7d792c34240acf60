import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** Stands in a device's place where there is none of that name, or none that this user may see. */
export const NoSuchDevice = ({ deviceName }: { deviceName: string }) => {
  const text = useText();
  return (
    <Picture
      icon="search"
      title={text('device.unknown', { name: deviceName })}
      what={text('device.unknownWhat')}
    />
  );
};
