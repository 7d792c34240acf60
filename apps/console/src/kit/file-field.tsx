import { Box, Button, FormHelperText, LinearProgress } from '@mui/material';
import type { FileKind } from '@telemon/contracts/devices/file-kinds';
import { useId, useState, type DragEvent, type ReactNode } from 'react';
import { fileSize } from '../texts/numbers.ts';
import type { TextKey } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { Icon } from './icon.tsx';
import { faultOfFiles, type FileFault } from './one-file.ts';

interface Props {
  kind: FileKind;
  /** The accepted kinds and size. */
  hint: string;
  /** The button's label. */
  label?: string;
  /** Called with a valid file. */
  onFile: (file: File) => void;
  /** Called with the reason why the files are rejected. */
  onRefused: (reason: string) => void;
  /** Messages for rejected files; they may use `%{name}`. */
  faults?: Record<FileFault, TextKey>;
  /** The field's error, shown instead of the hint. */
  fault?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
  /** Shown instead of the button while a file is uploading or uploaded. */
  children?: ReactNode;
}

/** The input covers the whole button: a screen reader finds it by its label, and the button shows the focus. */
const INVISIBLE = { position: 'absolute', inset: 0, width: '100%', opacity: 0, cursor: 'inherit' } as const;
const ZONE = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '8px 12px',
  minHeight: 96,
  p: 2,
  border: '1px dashed var(--border-strong)',
  borderRadius: 'var(--radius)',
} as const;

/**
 * Accepts one file, chosen or dropped; validates its name and size. React-admin's `FileInput` ignores an invalid file silently,
 * and its drop zone takes the keyboard focus without a name.
 */
export const FileField = (props: Props) => {
  const { kind, hint, label, onFile, onRefused, faults, fault, autoFocus, children } = props;
  const text = useText();
  const id = useId();
  const [isOver, setOver] = useState(false);
  const isClosed = props.disabled === true || Boolean(children);

  const take = (files: readonly File[]) => {
    const [file] = files;
    if (file === undefined) return;
    const found = faultOfFiles(files, kind);
    if (found === null) return onFile(file);
    const { endings, mostBytes } = kind;
    const details = { name: file.name, endings: endings.join(', '), most: mostBytes / 1_048_576 };
    onRefused(text(faults?.[found] ?? `file.${found}`, details));
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!isClosed);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isClosed) take([...event.dataTransfer.files]);
  };

  return (
    <div>
      <Box
        sx={{
          ...ZONE,
          ...(fault !== undefined && { borderColor: 'var(--firing)' }),
          ...(isOver && { borderColor: 'var(--accent)', bgcolor: 'var(--accent-soft)' }),
        }}
        onDragEnter={over}
        onDragOver={over}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {children || (
          <>
            <Button
              component="label"
              role={undefined}
              tabIndex={-1}
              aria-disabled={undefined}
              disabled={isClosed}
              startIcon={<Icon name="upload" />}
              sx={{ '&:focus-within': { outline: '2px solid var(--focus)', outlineOffset: 1 } }}
            >
              {label ?? text('file.choose')}
              <input
                type="file"
                accept={kind.endings.join(',')}
                disabled={isClosed}
                autoFocus={autoFocus}
                aria-invalid={fault !== undefined}
                aria-describedby={id}
                style={INVISIBLE}
                onChange={({ target }) => {
                  const files = [...(target.files ?? [])];
                  // So that the same file can be chosen again after a correction.
                  target.value = '';
                  take(files);
                }}
              />
            </Button>
            <Box component="span" className="quiet" sx={{ '@media (pointer: coarse)': { display: 'none' } }}>
              {text('file.orDrop')}
            </Box>
          </>
        )}
      </Box>
      <FormHelperText id={id} error={fault !== undefined}>
        {fault ?? hint}
      </FormHelperText>
    </div>
  );
};

interface ProgressProps {
  file: File;
  /** The share sent so far, from 0 to 1; null when no upload is in progress. */
  sent: number | null;
  /** The status after the last byte is sent. */
  then: string;
  children?: ReactNode;
}

/** The chosen file and its upload progress. */
export const FileProgress = ({ file, sent, then, children }: ProgressProps) => {
  const text = useText();
  const isSending = sent !== null && sent < 1;
  const status = sent !== null && (isSending ? text('file.sending') : then);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px', width: '100%' }}>
      <Icon name="file" />
      <Box component="strong" sx={{ minWidth: 0, fontWeight: 550, overflowWrap: 'anywhere' }}>
        {file.name}
      </Box>
      <span className="quiet numbers">{fileSize(file.size)}</span>
      <Box component="span" role="status" className="quiet" sx={{ ml: 'auto' }}>
        {status}
      </Box>
      {children}
      {sent !== null && (
        <LinearProgress
          aria-label={`${status}: ${file.name}`}
          {...(isSending && { variant: 'determinate', value: sent * 100 })}
          sx={{ width: '100%', height: 6, mt: 0.5, borderRadius: 3 }}
        />
      )}
    </Box>
  );
};
