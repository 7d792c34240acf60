import { Box, Link, Tab, Tabs } from '@mui/material';
import type { OutboxMessage } from '@telemon/contracts/outbox/outbox';
import { useState } from 'react';
import { Dialog } from '../kit/dialog.tsx';
import { fullTime } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';

interface Props {
  message: OutboxMessage;
  onClose: () => void;
}

/** Links of the message open in a new tab outside the sandbox. */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox';

/** A message, as text or as sandboxed HTML: scripts do not run, and it cannot leave its frame. */
export const MessageDialog = ({ message, onClose }: Props) => {
  const text = useText();
  const hasBoth = message.html !== '' && message.text !== '';
  const [view, setView] = useState<'html' | 'text'>(message.html === '' ? 'text' : 'html');
  const rows = [
    ['kind', text(`resources.outbox.kinds.${message.kind}`)],
    ['to', message.to],
    ['sentAt', fullTime(message.sentAt)],
  ] as const;
  return (
    <Dialog
      title={
        message.subject ||
        text(message.kind === 'sms' ? 'resources.outbox.kinds.sms' : 'resources.outbox.noSubject')
      }
      onClose={onClose}
      width={720}
    >
      <Box
        component="dl"
        sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '4px 16px', m: 0, mb: 2 }}
      >
        {rows.map(([field, value]) => (
          <Box key={field} sx={{ display: 'contents' }}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {text(`resources.outbox.fields.${field}`)}
            </Box>
            <dd>{value}</dd>
          </Box>
        ))}
      </Box>
      {message.attachments.map(({ fileName, contentType, url }) => (
        <p key={url}>
          <Link href={url} title={contentType} download={fileName}>
            {fileName || text('resources.outbox.attachment')}
          </Link>
        </p>
      ))}
      {hasBoth && (
        <Tabs value={view} onChange={(_, next: 'html' | 'text') => setView(next)}>
          <Tab value="html" label={text('resources.outbox.views.html')} />
          <Tab value="text" label={text('resources.outbox.views.text')} />
        </Tabs>
      )}
      {view === 'text' ? (
        <Box component="pre" sx={{ m: 0, py: 1.5, fontFamily: 'inherit', whiteSpace: 'pre-wrap' }}>
          {message.text}
        </Box>
      ) : (
        <Box
          component="iframe"
          title={text('resources.outbox.asPage')}
          sandbox={SANDBOX}
          referrerPolicy="no-referrer"
          srcDoc={`<base target="_blank" />${message.html}`}
          sx={{ width: '100%', height: 420, border: '1px solid', borderColor: 'divider', bgcolor: '#fff' }}
        />
      )}
    </Dialog>
  );
};
