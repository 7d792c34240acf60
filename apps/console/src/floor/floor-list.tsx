import { Link as MuiLink } from '@mui/material';
import type { Floor } from '@telemon/contracts/devices/floors';
import { useRecordContext, type RaRecord } from 'react-admin';
import { Link, Route } from 'react-router';
import { Column, RowActions, RowNumber } from '../kit/column.tsx';
import { DeleteButton } from '../kit/delete-button.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { useListPath } from '../kit/list-path.ts';
import { ResourceList } from '../kit/resource-list.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';

const FloorCreate = lazyPart(() => import('./floor-create.tsx'));
const FloorDialog = lazyPart(() => import('./floor-dialog.tsx'));

type Row = Floor & RaRecord<string>;

const PlanLink = () => {
  const { pathTo } = useListPath();
  const { id, floorName } = useRecordContext<Row>()!;
  return (
    // A click target of at least 24 px that does not make the line higher.
    <MuiLink component={Link} to={pathTo(id)} underline="hover" sx={{ py: 0.5 }}>
      {floorName}
    </MuiLink>
  );
};

/** Manage Floor Map. */
export default function FloorList() {
  return (
    <ResourceList<Row>
      exported="floor"
      label="pages.floors"
      info={infoOf('floor', 'what', 'open', 'delete')}
      dialogs={
        <>
          <Route path="create" element={<FloorCreate />} />
          <Route path=":id" element={<FloorDialog />} />
        </>
      }
    >
      <RowNumber />
      <Column<Row> source="floorName" field={PlanLink} onCard="title" isFixed className="wraps" />
      <Column<Row> source="buildingName" className="wraps" />
      <Column<Row> source="createdAt" render={({ createdAt }) => <TimeAgo at={createdAt} />} />
      <RowActions>
        <DeleteButton<Row>
          what={({ floorName: name, buildingName: building }, text) =>
            text('resources.floor.deleteWhat', { name, building })
          }
        />
      </RowActions>
    </ResourceList>
  );
}
