import type { Building } from '@telemon/contracts/devices/buildings';
import type { RaRecord } from 'react-admin';
import { Route } from 'react-router';
import { may, mayDo } from '../data/access.ts';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { RowLink } from '../kit/row-link.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';

const BuildingForm = lazyPart(() => import('./building-form.tsx'));

type Row = Building & RaRecord<string>;

/** Manage Building. Read-only for assistants. */
export default function BuildingList() {
  const mayAdd = mayDo('building', 'create');
  const noneSeen = (
    <Picture icon="building" title="resources.building.empty" what="resources.building.inviteAssistant" />
  );
  return (
    <ResourceList<Row>
      exported="building"
      label="pages.buildings"
      info={mayAdd ? infoOf('building', 'what', 'floors', 'delete') : infoOf('building', 'what', 'seen')}
      dialogs={
        mayAdd && (
          <>
            <Route path="create" element={<BuildingForm />} />
            <Route path=":id" element={<BuildingForm isEdit />} />
          </>
        )
      }
      {...(!mayAdd && { empty: noneSeen })}
    >
      <RowNumber />
      <Column<Row> source="buildingName" onCard="title" isFixed className="wraps" />
      {may('GET /getAllManagers') && <Column<Row> source="managerName" className="wraps" />}
      <Column<Row> source="createdAt" render={({ createdAt }) => <TimeAgo at={createdAt} />} />
      {mayAdd && (
        <RowActions>
          <RowLink icon="edit" label="resources.building.edit" />
          <DeleteButton<Row>
            what={({ buildingName: name }, text) => text('resources.building.deleteWhat', { name })}
          />
        </RowActions>
      )}
    </ResourceList>
  );
}
