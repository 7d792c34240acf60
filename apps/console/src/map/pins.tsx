import { Box } from '@mui/material';
import { latLngBounds, type LatLngBounds } from 'leaflet';
import { useMemo, useState, type ReactNode } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { StateIcon } from '../state/state-chip.tsx';
import { useText } from '../texts/use-text.ts';
import type { Group, PinIndex, Pinned } from './pinned.ts';
import { PinMarker } from './pin-marker.tsx';
import { clusterIcon } from './pin.ts';

/** Also renders pins a little outside the view, for dragging. */
const SPARE = 0.25;
const MOST_LISTED = 40;
const MOST_FITTED = 2_000;
/** Padding when the map zooms to a group. */
const FIT_PADDING: [number, number] = [56, 56];

/** The size of the view around a single place. */
const AROUND_METRES = 100_000;

export const boundsOf = (places: readonly { lat: number; lng: number }[]): LatLngBounds => {
  const bounds = latLngBounds(places.map(({ lat, lng }): [number, number] => [lat, lng]));
  const isSpot = bounds.getSouthWest().equals(bounds.getNorthEast());
  return isSpot ? bounds.getCenter().toBounds(AROUND_METRES) : bounds;
};

const MEMBERS = {
  display: 'grid',
  gap: 0.5,
  minWidth: 190,
  maxHeight: 260,
  p: '12px 36px 12px 14px',
  overflowY: 'auto',
  '& li': { display: 'flex', alignItems: 'center', gap: 1 },
  // Does not break names; Leaflet limits the popup's width.
  '& li > :not(svg)': { whiteSpace: 'nowrap' },
  '& li > a': { color: 'var(--accent)' },
  '& svg': { flex: 'none' },
} as const;

interface View {
  bounds: LatLngBounds;
  zoom: number;
}

/** The map's bounds and zoom after its last move. */
const useView = (): View => {
  const map = useMap();
  const [view, setView] = useState<View>(() => ({ bounds: map.getBounds(), zoom: map.getZoom() }));
  // A stable object: handlers registered anew on a rerender would miss a move in between.
  const events = useMemo(
    () => ({ moveend: () => setView({ bounds: map.getBounds(), zoom: map.getZoom() }) }),
    [map],
  );
  useMapEvents(events);
  return view;
};

/** How pins are rendered. */
export interface PinRendering<Place extends Pinned> {
  /** The pin of a single place. */
  one: (place: Place) => ReactNode;
  /** A place in the list of a group that shares a spot. */
  listed: (place: Place) => ReactNode;
  /** The name of a group. */
  groupText: 'home.cluster.devices' | 'home.cluster.buildings';
}

interface GroupProps<Place extends Pinned> extends Omit<PinRendering<Place>, 'one'> {
  group: Group<Place>;
}

const GroupPin = <Place extends Pinned>({ group, listed, groupText }: GroupProps<Place>) => {
  const text = useText();
  const map = useMap();
  const open = () => {
    // Zooming removes the group's pin and its focus, so the map takes the focus.
    map.getContainer().focus({ preventScroll: true });
    map.fitBounds(boundsOf(group.members(MOST_FITTED)), { padding: FIT_PADDING, animate: false });
  };
  const { count, worst, state } = group;
  const markerProps = {
    position: group,
    // The title includes the visible text, for voice control.
    icon: clusterIcon(state, worst === count ? String(count) : text('home.groupSome', { worst, count })),
    title: text(groupText, { count, worst, state: text(`states.${state}`) }),
    zIndexOffset: state === 'firing' ? 1000 : 0,
  };
  if (group.parts()) return <PinMarker {...markerProps} onPress={open} />;
  return (
    <PinMarker {...markerProps}>
      <Box component="ul" sx={MEMBERS}>
        {group.members(MOST_LISTED).map((place) => (
          <li key={place.key}>
            <StateIcon state={place.state} />
            {listed(place)}
          </li>
        ))}
      </Box>
    </PinMarker>
  );
};

/** A pin per place, overlapping ones grouped with their count; only those in view are rendered. */
export const Pins = <Place extends Pinned>({
  index,
  one,
  ...rendering
}: PinRendering<Place> & { index: PinIndex<Place> }) => {
  const { bounds, zoom } = useView();
  const pins = useMemo(() => {
    const wide = bounds.pad(SPARE);
    return index.within([wide.getWest(), wide.getSouth(), wide.getEast(), wide.getNorth()], zoom);
  }, [index, bounds, zoom]);
  return pins.map((pin) =>
    pin.kind === 'group' ? <GroupPin key={pin.key} group={pin} {...rendering} /> : one(pin),
  );
};
