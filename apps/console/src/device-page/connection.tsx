import Box from '@mui/material/Box';
import type { Presence } from '@telemon/contracts/devices/presence';
import type { ReactNode } from 'react';
import { presenceInWords } from '../device/presence-words.ts';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { Facts, Panel } from './panel.tsx';

const REASON = { m: 0, color: 'text.secondary', overflowWrap: 'anywhere', '&.now': { color: 'var(--warn)' } };

/** Whether the device tries to sign in, and is refused. Only the refusal of a sign-in has an address. */
const isRefusedNow = ({ connected, since, refused }: Presence): boolean =>
  !connected && refused !== null && refused.address !== null && (since === null || refused.at >= since);

/** How the device is connected over MQTT, and what was refused last; nothing of a device that never tried. */
export const Connection = ({ presence }: { presence: Presence }) => {
  const text = useText();
  const { since, address, protocol, tls, refused } = presence;
  if (since === null && refused === null) return null;
  const facts: (readonly [string, ReactNode])[] = [
    [
      text('device.presence.state'),
      <>
        {presenceInWords(presence, text)}
        {since !== null && <TimeAgo at={since} />}
      </>,
    ],
  ];
  if (protocol !== null)
    facts.push([
      text('device.presence.protocol'),
      tls === true ? text('device.presence.overTls', { protocol }) : protocol,
    ]);
  if (address !== null) facts.push([text('device.presence.address'), address]);
  const reason = refused && text(`device.presence.reasons.${refused.because}`);
  if (refused) facts.push([text('device.presence.refused'), <TimeAgo key="at" at={refused.at} />]);
  return (
    <Panel title={text('device.presence.title')}>
      <Facts facts={facts} />
      {refused && reason !== null && (
        <Box component="p" className={isRefusedNow(presence) ? 'now' : undefined} sx={REASON}>
          {refused.address === null || refused.address === address
            ? reason
            : text('device.presence.refusedFrom', { reason, address: refused.address })}
        </Box>
      )}
    </Panel>
  );
};
