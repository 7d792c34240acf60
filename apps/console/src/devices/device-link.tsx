import { Link } from 'react-router';
import { devicePath } from '../layout/pages.ts';
import styles from './device-link.module.css';

/** A device's name, leading to its page wherever it stands. */
export const DeviceLink = ({ deviceName, children }: { deviceName: string; children?: string }) => (
  <Link to={devicePath(deviceName)} className={styles.link}>
    {children ?? deviceName}
  </Link>
);
