import Box from '@mui/material/Box';
import { latLngBounds, type LatLngBounds } from 'leaflet';
import { useMemo, useState, type ReactNode } from 'react';
import { useMap, useMapEvents } from 'react-leaflet';
import { StateIcon } from '../state/state-chip.tsx';
import { useText } from '../texts/use-text.ts';
import type { Group, PinIndex, Pinned } from './pinned.ts';
import { PinMarker } from './pin-marker.tsx';
import { clusterIcon } from './pin.ts';

/** Pins a little beyond the edges exist already when the map is dragged. */
const SPARE = 0.25;
const MOST_LISTED = 40;
const MOST_FITTED = 2_000;
/** Room around a group that is looked at from closer by. */
const FIT_PADDING: [number, number] = [56, 56];

/** A spot alone is shown with so much around it that one sees where it is. */
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
  // A name says nothing letter by letter; leaflet keeps the card within its own width.
  '& li > :not(svg)': { whiteSpace: 'nowrap' },
  '& li > a': { color: 'var(--accent)' },
  '& svg': { flex: 'none' },
} as const;

interface Seen {
  bounds: LatLngBounds;
  zoom: number;
}

/** What the map shows once it has come to rest. */
const useSeen = (): Seen => {
  const map = useMap();
  const [seen, setSeen] = useState<Seen>(() => ({ bounds: map.getBounds(), zoom: map.getZoom() }));
  // Always the same, so that it hears of a move in the turn in which the page is drawn anew, too.
  const events = useMemo(
    () => ({ moveend: () => setSeen({ bounds: map.getBounds(), zoom: map.getZoom() }) }),
    [map],
  );
  useMapEvents(events);
  return seen;
};

/** What a pin stands for. */
export interface Meaning<Place extends Pinned> {
  /** The pin of a single one. */
  one: (place: Place) => ReactNode;
  /** A single one in the list of those that share a spot. */
  listed: (place: Place) => ReactNode;
  /** What a group says of itself. */
  groupText: 'home.cluster.devices' | 'home.cluster.buildings';
}

interface GroupProps<Place extends Pinned> extends Omit<Meaning<Place>, 'one'> {
  group: Group<Place>;
}

const GroupPin = <Place extends Pinned>({ group, listed, groupText }: GroupProps<Place>) => {
  const text = useText();
  const map = useMap();
  const open = () => {
    // The group's own pin is gone when the map comes to rest; the next key goes on from the map.
    map.getContainer().focus({ preventScroll: true });
    map.fitBounds(boundsOf(group.members(MOST_FITTED)), { padding: FIT_PADDING, animate: false });
  };
  const { count, worst, state } = group;
  const pressable = {
    position: group,
    // Its name below holds what is seen, for those who say it.
    icon: clusterIcon(state, worst === count ? String(count) : text('home.groupSome', { worst, count })),
    title: text(groupText, { count, worst, state: text(`states.${state}`) }),
    zIndexOffset: state === 'firing' ? 1000 : 0,
  };
  if (group.parts()) return <PinMarker {...pressable} onPress={open} />;
  return (
    <PinMarker {...pressable}>
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

/** A pin each, those that would touch as one with their number; only those in sight exist. */
export const Pins = <Place extends Pinned>({
  index,
  one,
  ...meaning
}: Meaning<Place> & { index: PinIndex<Place> }) => {
  const { bounds, zoom } = useSeen();
  const pins = useMemo(() => {
    const wide = bounds.pad(SPARE);
    return index.within([wide.getWest(), wide.getSouth(), wide.getEast(), wide.getNorth()], zoom);
  }, [index, bounds, zoom]);
  return pins.map((pin) =>
    pin.kind === 'group' ? <GroupPin key={pin.key} group={pin} {...meaning} /> : one(pin),
  );
};
