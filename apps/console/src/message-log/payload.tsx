import { Box, Link } from '@mui/material';
import { NOT_SHOWN } from '@telemon/contracts/logs/message-logs';
import { useState } from 'react';
import { Icon } from '../kit/icon.tsx';
import { RawText } from '../kit/raw-text.tsx';
import { fileSize } from '../texts/numbers.ts';
import { translateMessage } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';

/** Longer texts are cut until the user opens them. */
const SHORT = 160;

/** Whether a row stands in place of messages that the log does not show. */
export const isUnshown = (reason: string | null): boolean => reason?.startsWith(NOT_SHOWN) ?? false;

interface Props {
  /** The beginning of the payload, which may be any text. */
  content: string;
  /** The size of the whole payload. */
  bytes: number;
  reason: string | null;
  count: number | null;
}

/** A device's payload, the reason if it was refused, and the number of such messages that the row stands for. */
export const Payload = ({ content, bytes, reason, count }: Props) => {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const isLong = content.length > SHORT;
  const isInPlace = isUnshown(reason);
  const shown = isOpen || !isLong ? content : `${content.slice(0, SHORT)}…`;
  const said = reason === null ? '' : translateMessage(reason);
  return (
    <Box sx={{ display: 'grid', gap: 0.25, minWidth: 'min(18ch, 60vw)' }}>
      {!isInPlace && (
        <Box
          component="code"
          dir="ltr"
          sx={{
            fontFamily: 'ui-monospace, monospace',
            fontSize: 13,
            whiteSpace: 'pre-wrap',
            overflowWrap: 'anywhere',
            unicodeBidi: 'isolate',
          }}
        >
          {shown === '' ? text('log.emptyPayload') : <RawText>{shown}</RawText>}
        </Box>
      )}
      {isLong && (
        <span>
          <Link component="button" type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {text(isOpen ? 'log.showLess' : 'log.showAll')}
          </Link>{' '}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {fileSize(bytes)}
          </Box>
        </span>
      )}
      {reason !== null && (
        <Box sx={{ display: 'flex', gap: 0.75, color: 'var(--warn)' }}>
          <Icon name="warning" size={16} strokeWidth={2.2} style={{ flex: 'none', marginTop: 2 }} />
          <span>{isInPlace ? said : text('log.refused', { reason: said })}</span>
        </Box>
      )}
      {count !== null && count > 1 && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {text('log.standsFor', { smart_count: count })}
        </Box>
      )}
    </Box>
  );
};
