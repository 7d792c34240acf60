import { Box, Button } from '@mui/material';
import type { ReactElement, ReactNode } from 'react';
import { Refusal, requestIdOf, statusOf } from '../data/refusal.ts';
import type { TextKey, TextValues } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { Icon, type IconName } from './icon.tsx';

interface Props {
  icon: IconName;
  title: TextKey;
  what?: TextKey | ReactElement;
  /** The values in both texts. */
  values?: TextValues;
  /** Buttons for the next step. */
  children?: ReactNode;
  tone?: 'quiet' | 'failed';
}

const CIRCLE = {
  display: 'grid',
  placeItems: 'center',
  width: 44,
  height: 44,
  mb: 1.25,
  border: '1px solid var(--border)',
  borderRadius: '50%',
  bgcolor: 'background.default',
  color: 'text.secondary',
} as const;
const FAILED = { borderColor: 'transparent', bgcolor: 'var(--firing-soft)', color: 'var(--firing)' };

/** Replaces an empty list: explains why it is empty and offers the next step. */
export const Picture = ({ icon, title, what, values, children, tone = 'quiet' }: Props) => {
  const text = useText();
  return (
    <Box
      role={tone === 'failed' ? 'alert' : undefined}
      sx={{
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 0.5,
        minHeight: 280,
        p: '40px 24px',
        textAlign: 'center',
      }}
    >
      <Box component="span" sx={[CIRCLE, tone === 'failed' && FAILED]}>
        <Icon name={icon} size={22} />
      </Box>
      <Box component="h2" sx={{ fontSize: 15, fontWeight: 600 }}>
        {text(title, values)}
      </Box>
      {what && (
        <Box sx={{ maxWidth: '46ch', color: 'text.secondary' }}>
          {typeof what === 'string' ? text(what, values) : what}
        </Box>
      )}
      {children && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1, mt: 1.75 }}>
          {children}
        </Box>
      )}
    </Box>
  );
};

/** The error message with the request id, which the logs have too. */
export const WhyItFailed = ({ error }: { error: unknown }) => {
  const text = useText();
  const requestId = requestIdOf(error);
  return (
    <>
      {error instanceof Refusal ? error.message : text('failure.unknown')}
      {requestId !== null && (
        <>
          {' '}
          <Box component="span" sx={{ opacity: 0.8, whiteSpace: 'nowrap' }}>
            {text('failure.request', { id: requestId })}
          </Box>
        </>
      )}
    </>
  );
};

/** Shown if a record of a resource does not exist, or if the user may not see it. */
export const Unknown = ({ resource }: { resource: string }) => {
  const unknown = `resources.${resource}.unknown`;
  return <Picture icon="search" title={unknown as TextKey} what={`${unknown}What` as TextKey} />;
};

/** Shown if loading failed and no earlier data is there; without a retry if the user's role is refused. */
export const Failed = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const text = useText();
  if (statusOf(error) === 403) return <Picture icon="lock" title="forbidden.title" what="forbidden.what" />;
  return (
    <Picture icon="unplugged" tone="failed" title="failure.title" what={<WhyItFailed error={error} />}>
      <Button onClick={onRetry}>{text('list.retry')}</Button>
    </Picture>
  );
};
