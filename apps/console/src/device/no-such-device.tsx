import type { ReactNode } from 'react';
import { Picture } from '../kit/picture.tsx';

interface Props {
  deviceName: string;
  /** Buttons for the next step. */
  children?: ReactNode;
}

/** Shown when the device does not exist or the user may not see it. */
export const NoSuchDevice = ({ deviceName: name, children }: Props) => (
  <Picture icon="search" title="device.unknown" what="device.unknownWhat" values={{ name }}>
    {children}
  </Picture>
);
