import type { FileKind } from '@telemon/contracts/devices/file-kinds';
import { useRef } from 'react';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { useText } from '../texts/use-text.ts';
import { DropZone, takenFrom } from './drop-zone.tsx';
import { faultOfFiles } from './one-file.ts';
import styles from './file-drop.module.css';

interface Props {
  kind: FileKind;
  /** A file was chosen that is of the kind. */
  onFile: (file: File) => void;
  /** What was chosen is no such file. */
  onRefused: (reason: string) => void;
  /** What it takes, in words. */
  hint: string;
  disabled?: boolean;
}

const MB = 1_048_576;

/** Takes one file, chosen by the button or dropped. Judges it by its ending and its size alone. */
export const FileDrop = ({ kind, onFile, onRefused, hint, disabled = false }: Props) => {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);

  const take = (files: readonly File[]) => {
    const fault = faultOfFiles(files, kind);
    if (fault === null) return onFile(files[0]!);
    if (fault === 'none') return;
    onRefused(
      text(`file.${fault}`, {
        name: files[0]?.name,
        endings: kind.endings.join(', '),
        most: kind.mostBytes / MB,
      }),
    );
  };

  return (
    <DropZone className={styles.drop} disabled={disabled} onFiles={take}>
      <input
        ref={input}
        type="file"
        accept={kind.endings.join(',')}
        hidden
        onChange={({ target }) => take(takenFrom(target))}
      />
      <Button icon={<Icon name="upload" />} disabled={disabled} onClick={() => input.current?.click()}>
        {text('file.choose')}
      </Button>
      <p className={styles.or}>{text('file.orDrop')}</p>
      <p className={styles.hint}>{hint}</p>
    </DropZone>
  );
};
