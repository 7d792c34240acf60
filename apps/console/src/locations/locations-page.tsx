import type { Location } from '@telemon/contracts/auth/locations';
import { lazy } from 'react';
import { Route } from 'react-router';
import { AddButton } from '../list/add-button.tsx';
import { options, rowNumber, type Column } from '../list/column.tsx';
import { DeleteWithConfirm } from '../list/delete-with-confirm.tsx';
import { Dialogs } from '../list/dialogs.tsx';
import { ListPage } from '../list/list-page.tsx';
import { ListView } from '../list/list-view.tsx';
import { useList } from '../list/use-list.ts';
import { useOverList } from '../list/use-over-list.ts';
import { useText } from '../texts/use-text.ts';

const LocationCreate = lazy(() => import('./location-form.tsx'));

const Remove = ({ location }: { location: Location }) => {
  const text = useText();
  return (
    <DeleteWithConfirm
      resource="locations"
      record={location}
      label={text('locations.delete')}
      what={text('locations.deleteWhat', { name: location.locationName })}
    />
  );
};

const COLUMNS: Column<Location>[] = [
  rowNumber<Location>(),
  {
    name: 'name',
    label: 'locations.columns.locationName',
    sort: 'locationName',
    fixed: true,
    onCard: 'title',
    wraps: true,
    render: ({ locationName }) => locationName,
  },
  options<Location>((location) => <Remove location={location} />),
];

export default function LocationsPage() {
  const text = useText();
  const { close } = useOverList('locations');
  const list = useList<Location>('locations');
  const addButton = <AddButton page="locations" label="locations.add" />;
  return (
    <ListPage
      name="locations"
      heading="locations.info.heading"
      bullets={['locations.info.what', 'locations.info.use', 'locations.info.delete']}
    >
      <ListView
        list={list}
        label={text('pages.locations')}
        columns={COLUMNS}
        searchable
        actions={addButton}
        empty={{
          title: text('locations.empty.title'),
          what: text('locations.empty.what'),
          action: addButton,
        }}
      />
      <Dialogs>
        <Route path="create" element={<LocationCreate onClose={close} />} />
      </Dialogs>
    </ListPage>
  );
}
