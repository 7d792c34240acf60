import { useNavigate } from 'react-router';
import { mayDo } from '../data/access.ts';
import { Button } from '../layout/button.tsx';
import { PAGES } from '../layout/pages.ts';
import { Picture } from '../list/picture.tsx';
import { useText } from '../texts/use-text.ts';
import type { MapOf } from './home-address.ts';
import type { HomeAddress } from './use-home-address.ts';
import { ALL } from './home-address.ts';

const AddButton = ({ of }: { of: MapOf }) => {
  const text = useText();
  const navigate = useNavigate();
  return (
    <Button tone="main" onClick={() => void navigate(`${PAGES[of].path}/create`)}>
      {text(`${of}.add`)}
    </Button>
  );
};

const NoBuildings = () => {
  const text = useText();
  const mayAdd = mayDo('buildings', 'create');
  const what = mayAdd ? 'home.noBuildings.what' : 'home.noBuildings.whatAssistant';
  return (
    <Picture icon="building" title={text('home.noBuildings.title')} what={text(what)}>
      {mayAdd && <AddButton of="buildings" />}
    </Picture>
  );
};

/** The whole fleet is empty: why, and the next step. */
const NoDevices = () => {
  const text = useText();
  const mayAdd = mayDo('devices', 'create');
  return (
    <Picture
      icon="device"
      title={text('home.empty.title')}
      what={text(mayAdd ? 'home.empty.what' : 'home.empty.whatAssistant')}
    >
      {mayAdd && <AddButton of="devices" />}
    </Picture>
  );
};

/** There may be some, but not of this location and customer. */
const NoneOfFilter = ({ address, of }: { address: HomeAddress; of: MapOf }) => {
  const text = useText();
  const showAll = () => address.setFilter({ locationId: ALL, managerId: ALL });
  return (
    <Picture icon="cards" title={text(`home.noneHere.${of}`)}>
      <Button onClick={showAll}>{text('home.showAll')}</Button>
    </Picture>
  );
};

/** There may be some, but none of the colour. */
const NoneOfColour = ({ address, of }: { address: HomeAddress; of: MapOf }) => {
  const text = useText();
  const colour = address.colour === 'red' ? 'red' : 'green';
  return (
    <Picture icon="cards" title={text(`home.noneOf.${of}.${colour}`)}>
      <Button onClick={() => address.setColour('all')}>{text('home.showAll')}</Button>
    </Picture>
  );
};

/** There are some, each on the plan of a floor, or without a place. */
export const NoneOnMap = ({ address }: { address: HomeAddress }) => {
  const text = useText();
  return (
    <Picture icon="map" title={text('home.noneOnMap.title')} what={text('home.noneOnMap.what')}>
      <Button onClick={() => address.setMapOf('buildings')}>{text('home.mapOf.buildings')}</Button>
    </Picture>
  );
};

/** Why nothing of what was chosen is there, and the way on. */
export const NothingHere = ({ address, of }: { address: HomeAddress; of: MapOf }) => {
  if (address.colour !== 'all') return <NoneOfColour address={address} of={of} />;
  if (address.isFiltered) return <NoneOfFilter address={address} of={of} />;
  return of === 'devices' ? <NoDevices /> : <NoBuildings />;
};
