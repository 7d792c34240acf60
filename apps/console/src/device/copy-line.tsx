import { Box } from '@mui/material';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { ActionButton } from '../kit/action-button.tsx';
import { useText } from '../texts/use-text.ts';

/**
 * Copies an element's text; returns false if that failed. Over plain HTTP, browsers offer no clipboard API; then the text is
 * selected and copied with `execCommand`. If that fails too, it stays selected.
 */
const copyText = async (element: HTMLElement): Promise<boolean> => {
  try {
    await navigator.clipboard.writeText(element.textContent);
    return true;
  } catch {
    window.getSelection()?.selectAllChildren(element);
    return document.execCommand('copy');
  }
};

const LINE = { display: 'grid', gap: 0.5, alignItems: 'center' };
const VALUE = {
  display: 'flex',
  alignItems: 'flex-start',
  justifyContent: 'space-between',
  gap: 1,
  pl: 1.25,
  border: '1px solid var(--border)',
  borderRadius: 1,
  bgcolor: 'background.default',
};

interface Props {
  label: string;
  value: string;
  /** Puts the label above a long value. */
  isLong?: boolean;
}

/** A line of a definition list with a copy button. */
export const CopyLine = ({ label, value, isLong = false }: Props) => {
  const text = useText();
  const notify = useNotify();
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    if (await copyText(shown.current!)) notify('resources.device.mqtt.copied', { type: 'success' });
    else notify('resources.device.mqtt.notCopied', { type: 'error' });
  };
  return (
    <Box sx={{ ...LINE, ...(!isLong && { gridTemplateColumns: '96px minmax(0, 1fr)' }) }}>
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 13 }}>
        {label}
      </Box>
      <Box component="dd" sx={VALUE}>
        <Box component="code" ref={shown} sx={{ py: 0.75, fontSize: 13, overflowWrap: 'anywhere' }}>
          {value}
        </Box>
        <ActionButton
          icon="copy"
          label={text('resources.device.mqtt.copy', { what: label })}
          onClick={() => void copy()}
        />
      </Box>
    </Box>
  );
};
