import Box from '@mui/material/Box';
import { useRef } from 'react';
import { useNotify } from 'react-admin';
import { ActionButton } from '../kit/action-button.tsx';
import { useText } from '../texts/use-text.ts';
import { copyText } from './copy-text.ts';

interface Props {
  label: string;
  value: string;
  /** Whether it is so long that its label stands above it. */
  isLong?: boolean;
}

/** A line of a list of terms that can be copied. */
export const CopyLine = ({ label, value, isLong = false }: Props) => {
  const text = useText();
  const notify = useNotify();
  const shown = useRef<HTMLElement>(null);
  const copy = async () => {
    if (await copyText(shown.current!)) notify('resources.device.mqtt.copied', { type: 'success' });
    else notify('resources.device.mqtt.notCopied', { type: 'error' });
  };
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 0.5,
        alignItems: 'center',
        gridTemplateColumns: isLong ? undefined : '96px minmax(0, 1fr)',
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary', fontSize: 13 }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{
          display: 'flex',
          alignItems: 'flex-start',
          justifyContent: 'space-between',
          gap: 1,
          pl: 1.25,
          border: '1px solid var(--border)',
          borderRadius: 1,
          bgcolor: 'background.default',
        }}
      >
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
