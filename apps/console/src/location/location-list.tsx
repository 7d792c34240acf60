import type { Location } from '@telemon/contracts/auth/locations';
import { Route } from 'react-router';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';

const LocationCreate = lazyPart(() => import('./location-create.tsx'));

/** Manage Locations. */
export default function LocationList() {
  return (
    <ResourceList<Location>
      exported="location"
      label="pages.locations"
      info={infoOf('location', 'what', 'use', 'delete')}
      dialogs={<Route path="create" element={<LocationCreate />} />}
    >
      <RowNumber />
      <Column<Location>
        source="locationName"
        label="resources.location.columns.locationName"
        onCard="title"
        isFixed
      />
      <RowActions>
        <DeleteButton<Location>
          what={({ locationName: name }, text) => text('resources.location.deleteWhat', { name })}
        />
      </RowActions>
    </ResourceList>
  );
}
