import type { ReactNode } from 'react';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

interface Props {
  deviceName: string;
  /** Buttons for the next step. */
  children?: ReactNode;
}

/** Shown when the device does not exist or the user may not see it. */
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
