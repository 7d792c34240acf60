import { Icon } from '../layout/icon.tsx';
import { fileSize } from '../texts/numbers.ts';
import { useText } from '../texts/use-text.ts';
import styles from './file-line.module.css';

interface Props {
  file: File;
  /** What of it is sent, 0 to 1; null where nothing is under way. */
  sent: number | null;
  /** What is done with it once it is sent. */
  then: string;
}

/** The chosen file, and how far it is on its way. */
export const FileLine = ({ file, sent, then }: Props) => {
  const text = useText();
  const underway = sent !== null && sent < 1;
  return (
    <div className={styles.line}>
      <Icon name="file" />
      <span className={styles.name}>{file.name}</span>
      <span className={styles.size}>{fileSize(file.size)}</span>
      <span role="status" className={styles.status}>
        {sent !== null && (underway ? text('file.sending') : then)}
      </span>
      {sent !== null && (
        <progress
          className={styles.bar}
          aria-label={underway ? text('file.sending') : then}
          {...(underway && { value: sent })}
        />
      )}
    </div>
  );
};
