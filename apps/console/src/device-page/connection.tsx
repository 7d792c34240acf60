import { Box, Skeleton } from '@mui/material';
import { NO_PRESENCE, type Presence } from '@telemon/contracts/devices/presence';
import type { ReactNode } from 'react';
import { presenceInWords } from '../device/presence-words.ts';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { Facts, Panel } from './panel.tsx';

const REASON = { m: 0, color: 'text.secondary', overflowWrap: 'anywhere', '&.now': { color: 'var(--warn)' } };

/** Whether the device tries to sign in, and is refused. Only the refusal of a sign-in has an address. */
const isRefusedNow = ({ connected, since, refused }: Presence): boolean =>
  !connected && refused !== null && refused.address !== null && (since === null || refused.at >= since);

interface Props {
  /** undefined while it loads; its space is kept. */
  presence: Presence | undefined;
}

/** How the device is connected over MQTT, and what was refused last. It takes the same space for each device without a refusal. */
export const Connection = ({ presence }: Props) => {
  const text = useText();
  const { since, address, protocol, tls, refused } = presence ?? NO_PRESENCE;
  const shown = (value: string | null) => (presence ? (value ?? '–') : <Skeleton width={56} />);
  const facts: (readonly [string, ReactNode])[] = [
    [
      text('device.presence.state'),
      <>
        {shown(presenceInWords(presence ?? NO_PRESENCE, text))}
        {since === null ? <time>{'\u00a0'}</time> : <TimeAgo at={since} />}
      </>,
    ],
    [
      text('device.presence.protocol'),
      shown(protocol !== null && tls === true ? text('device.presence.overTls', { protocol }) : protocol),
    ],
    [text('device.presence.address'), shown(address)],
  ];
  if (refused) facts.push([text('device.presence.refused'), <TimeAgo key="at" at={refused.at} />]);
  const reason = refused && text(`device.presence.reasons.${refused.because}`);
  return (
    <Panel title={text('device.presence.title')}>
      <Facts facts={facts} />
      {presence && refused && reason !== null && (
        <Box component="p" className={isRefusedNow(presence) ? 'now' : undefined} sx={REASON}>
          {refused.address === null || refused.address === address
            ? reason
            : text('device.presence.refusedFrom', { reason, address: refused.address })}
        </Box>
      )}
    </Panel>
  );
};
