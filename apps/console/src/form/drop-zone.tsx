import { useState, type DragEvent, type ReactNode } from 'react';
import styles from './drop-zone.module.css';

interface Props {
  onFiles: (files: readonly File[]) => void;
  /** Nothing is taken now. */
  disabled?: boolean;
  /** What was there last was refused. */
  isWrong?: boolean;
  className: string | undefined;
  children: ReactNode;
}

/** A place where files can be dropped, which shows that while they are over it. */
export const DropZone = ({ onFiles, disabled = false, isWrong = false, className, children }: Props) => {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={[styles.zone, isOver && styles.over, isWrong && styles.wrong, className]
        .filter(Boolean)
        .join(' ')}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {children}
    </div>
  );
};

/** The files that were chosen, of which the same may be chosen again once it is mended. */
export const takenFrom = (input: HTMLInputElement): File[] => {
  const files = [...(input.files ?? [])];
  input.value = '';
  return files;
};
