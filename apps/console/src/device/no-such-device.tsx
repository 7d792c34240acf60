import type { ReactNode } from 'react';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

interface Props {
  deviceName: string;
  /** The next step. */
  children?: ReactNode;
}

/** Stands in a device's place where there is none of that name, or none that this user may see. */
export const NoSuchDevice = ({ deviceName, children }: Props) => {
  const text = useText();
  return (
    <Picture
      icon="search"
      title={text('device.unknown', { name: deviceName })}
      what={text('device.unknownWhat')}
    >
      {children}
    </Picture>
  );
};
