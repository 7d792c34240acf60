import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { mayDo } from '../data/access.ts';
import { PAGES } from '../data/pages.ts';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { ALL, type HomeAddress, type MapOf } from './home-address.ts';

interface Props {
  address: HomeAddress;
  of: MapOf;
  /** There are devices, but none has a place on the map. */
  isWithoutPlace?: boolean;
}

/** Why no devices or buildings are shown, and the next step. */
export const NothingHere = ({ address, of, isWithoutPlace = false }: Props): ReactNode => {
  const text = useText();
  const { colour, setColour, isFiltered, setFilter } = address;
  if (isWithoutPlace) return <Picture icon="map" title="home.noneOnMap.title" what="home.noneOnMap.what" />;
  if (colour !== 'all' || isFiltered) {
    const showAll = () =>
      colour === 'all' ? setFilter({ locationId: ALL, managerId: ALL }) : setColour('all');
    return (
      <Picture icon="cards" title={colour === 'all' ? `home.noneHere.${of}` : `home.noneOf.${of}.${colour}`}>
        <Button onClick={showAll}>{text('home.showAll')}</Button>
      </Picture>
    );
  }
  const resource = of === 'devices' ? 'device' : 'building';
  const mayAdd = mayDo(resource, 'create');
  return (
    <Picture
      icon={resource}
      title={`home.none.${of}.title`}
      what={`home.none.${of}.${mayAdd ? 'what' : 'whatAssistant'}`}
    >
      {mayAdd && (
        <Button variant="contained" color="primary" component={Link} to={`${PAGES[of].path}/create`}>
          {text(of === 'devices' ? 'resources.device.action.create' : 'resources.building.action.create')}
        </Button>
      )}
    </Picture>
  );
};
