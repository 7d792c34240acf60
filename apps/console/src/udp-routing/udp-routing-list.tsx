import { Box } from '@mui/material';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { Route } from 'react-router';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { DeviceLink } from '../kit/device-link.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { ListInfo, infoOf } from '../kit/list-info.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { NO_WIDTH, WIDE_PX, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { dateOf } from '../texts/time.ts';
import { useText } from '../texts/use-text.ts';
import { RouteState } from './route-state.tsx';

/** Interval of polling, ms: the live stream has no states of routes. */
const POLL_MS = 5_000;
const FITS_FROM = { tlsEnabled: NO_WIDTH, forwarded: NO_WIDTH, createdAt: NO_WIDTH, topic: WIDE_PX };

const UdpRuleCreate = lazyPart(() => import('./udp-rule-create.tsx'));

/** Whether a route is encrypted, and the end of its certificate. */
const Tls = ({ certificate }: UdpRoute) => {
  const text = useText();
  if (certificate === null) return <>{text('resources.udp-routing.noTls')}</>;
  const { subject, validTo, fingerprint } = certificate;
  return (
    <>
      <span title={fingerprint}>{subject}</span>
      <div className="quiet">{text('resources.udp-routing.validTo', { date: dateOf(validTo) })}</div>
    </>
  );
};

/** UDP Routing. */
export default function UdpRoutingList() {
  const text = useText();
  return (
    <>
      <ListInfo {...infoOf('udp-routing', 'what', 'messages', 'away', 'public')} />
      <Box component="h2" sx={{ fontSize: 16, fontWeight: 600, mb: 1 }}>
        {text('resources.udp-routing.allRules')}
      </Box>
      <ResourceList<UdpRoute>
        exported="udp"
        label="resources.udp-routing.allRules"
        hiddenColumns={useHiddenAtFirst(FITS_FROM)}
        pollMs={POLL_MS}
        rowTone={({ state }) => (state.name === 'refused' ? 'firing' : undefined)}
        dialogs={<Route path="create" element={<UdpRuleCreate />} />}
      >
        <RowNumber />
        <Column<UdpRoute>
          source="deviceId"
          onCard="title"
          isFixed
          render={({ deviceId }) => <DeviceLink deviceName={deviceId} />}
        />
        <Column<UdpRoute> source="host" className="wraps" />
        <Column<UdpRoute>
          source="port"
          align="right"
          className="numbers"
          render={({ port }) => String(port)}
        />
        <Column<UdpRoute> source="topic" className="wraps" />
        <Column<UdpRoute> source="state" className="wraps" render={(route) => <RouteState {...route} />} />
        <Column<UdpRoute> source="tlsEnabled" className="wraps" render={(route) => <Tls {...route} />} />
        <Column<UdpRoute> source="forwarded" align="right" className="numbers" />
        <Column<UdpRoute> source="createdAt" render={({ createdAt }) => dateOf(createdAt)} />
        <RowActions label="resources.udp-routing.action.column">
          <DeleteButton<UdpRoute>
            what={({ deviceId: device, host, port }) =>
              text('resources.udp-routing.deleteWhat', { device, host, port: String(port) })
            }
          />
        </RowActions>
      </ResourceList>
    </>
  );
}
