import { Box, Skeleton } from '@mui/material';
import { useMemo } from 'react';
import { usePendingAlerts } from '../alert/use-pending-alerts.ts';
import { passesColour } from '../state/device-state.ts';
import { lazyAside } from '../kit/lazy-part.tsx';
import { Failed } from '../kit/picture.tsx';
import { StaleBanner } from '../kit/stale-banner.tsx';
import { Counts } from './counts.tsx';
import { DeviceGrid } from './device-grid.tsx';
import { HomeControls } from './home-controls.tsx';
import { HomeFilters } from './home-filters.tsx';
import { MapPanel } from './map-panel.tsx';
import { NothingHere } from './nothing-here.tsx';
import { mayFilter, useHomeAddress, type View } from './home-address.ts';
import { useHome } from './use-home.ts';

const FloorsDialog = lazyAside(() => import('./floors-dialog.tsx'));

const HOME = { display: 'flex', flex: 1, flexDirection: 'column', gap: 2, minWidth: 0 } as const;
const MAP_ALONE = {
  ...HOME,
  gap: 0,
  '& > :not(:last-child)': { p: '12px 16px', borderBottom: '1px solid var(--border)' },
  '& form': { flex: '1 1 480px' },
} as const;
const BAR = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '12px 16px',
  minHeight: 48,
} as const;
const NONE = { border: '1px solid var(--border)', borderRadius: 'var(--radius)', bgcolor: 'var(--surface)' };
const PLACEHOLDERS = {
  map: { count: 1, grid: 'minmax(420px, 1fr) / 1fr' },
  cards: { count: 6, grid: 'auto-flow 304px / repeat(auto-fill, minmax(min(340px, 100%), 1fr))' },
  wall: { count: 40, grid: 'auto-flow 52px / repeat(auto-fill, minmax(230px, 1fr))' },
};

/** Placeholders while the devices load. */
const DevicesPlaceholder = ({ view }: { view: View }) => (
  <Box sx={{ display: 'grid', flex: 1, gap: view === 'wall' ? 1 : 2, grid: PLACEHOLDERS[view].grid }}>
    {Array.from({ length: PLACEHOLDERS[view].count }, (_, place) => (
      <Skeleton key={place} variant="rounded" height="100%" />
    ))}
  </Box>
);

/** All devices with their current state, as a map, cards or a wall; or only the map as its own page. */
export default function HomePage({ isMapAlone = false }: { isMapAlone?: boolean }) {
  const address = useHomeAddress();
  const { devices, buildings, error, asOf, retry } = useHome(address);
  const pending = usePendingAlerts();
  const { colour, setColour, buildingId } = address;
  const view = isMapAlone ? 'map' : address.view;
  const shown = useMemo(
    () => devices?.filter(({ state }) => passesColour(colour, state === 'firing' ? 1 : 0)),
    [devices, colour],
  );

  if (devices === undefined && error !== null) return <Failed error={error} onRetry={retry} />;
  return (
    <Box sx={isMapAlone ? MAP_ALONE : HOME} aria-busy={devices === undefined}>
      <Box sx={BAR}>
        {!isMapAlone && <Counts devices={devices} pending={pending} onFiring={() => setColour('red')} />}
        <HomeControls {...address} hasViews={!isMapAlone} />
        {mayFilter() && <HomeFilters {...address} />}
      </Box>
      {error !== null && <StaleBanner error={error} asOf={asOf} onRetry={retry} />}
      {devices === undefined || shown === undefined || buildings === undefined ? (
        <DevicesPlaceholder view={view} />
      ) : view === 'map' ? (
        <MapPanel {...{ devices, shown, buildings, address }} isAlone={isMapAlone} />
      ) : shown.length === 0 ? (
        <Box sx={NONE}>
          <NothingHere address={address} of="devices" />
        </Box>
      ) : (
        <DeviceGrid key={view} devices={shown} as={view} />
      )}
      {buildingId !== null && devices !== undefined && (
        <FloorsDialog
          buildingId={buildingId}
          floorId={address.floorId}
          buildingName={buildings?.find((building) => building.buildingId === buildingId)?.buildingName}
          devices={devices}
          address={address}
        />
      )}
    </Box>
  );
}
