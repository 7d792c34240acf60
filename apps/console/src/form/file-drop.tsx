import { useRef, useState, type DragEvent } from 'react';
import { Button } from '../layout/button.tsx';
import { Icon } from '../layout/icon.tsx';
import { useText } from '../texts/use-text.ts';
import styles from './file-drop.module.css';

interface Props {
  /** Endings that a file may have, as a browser's file chooser takes them: '.xls,.xlsx,.csv'. */
  accept: string;
  /** The largest file, bytes. */
  mostBytes: number;
  /** A file was chosen that is of the kind and not too large. */
  onFile: (file: File) => void;
  /** What was chosen is no such file. */
  onRefused: (reason: string) => void;
  /** What it takes, in words. */
  hint: string;
  disabled?: boolean;
}

const MB = 1_048_576;

/** Takes one file, chosen by the button or dropped. Judges it by its ending and its size alone. */
export const FileDrop = ({ accept, mostBytes, onFile, onRefused, hint, disabled = false }: Props) => {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);

  const take = (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const endings = accept.split(',');
    if (files.length > 1) onRefused(text('file.one'));
    else if (!endings.some((ending) => file.name.toLowerCase().endsWith(ending)))
      onRefused(text('file.otherKind', { name: file.name, endings: endings.join(', ') }));
    else if (file.size > mostBytes)
      onRefused(text('file.tooLarge', { name: file.name, most: mostBytes / MB }));
    else if (file.size === 0) onRefused(text('file.empty', { name: file.name }));
    else onFile(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };

  return (
    <div
      className={`${styles.drop} ${isOver ? styles.over : ''}`}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        if (!disabled) take([...event.dataTransfer.files]);
      }}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={({ target }) => {
          take([...(target.files ?? [])]);
          // The same file may be chosen again once it is mended.
          target.value = '';
        }}
      />
      <Button icon={<Icon name="upload" />} disabled={disabled} onClick={() => input.current?.click()}>
        {text('file.choose')}
      </Button>
      <p className={styles.or}>{text('file.orDrop')}</p>
      <p className={styles.hint}>{hint}</p>
    </div>
  );
};
