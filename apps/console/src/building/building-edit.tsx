import type { Building } from '@telemon/contracts/devices/buildings';
import type { RaRecord } from 'react-admin';
import { may } from '../data/access.ts';
import { FormDialog } from '../kit/form-dialog.tsx';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';
import { BuildingInputs } from './building-inputs.tsx';
import { schemaFor, toSend, valuesOf, type BuildingValues } from './building-values.ts';

export default function BuildingEdit() {
  const text = useText();
  const byAdmin = may('GET /getAllManagers');
  const asBuilding = (record: RaRecord | undefined) => record as (Building & RaRecord) | undefined;
  return (
    <FormDialog<BuildingValues>
      title={text('resources.building.title')}
      resource="building"
      schema={(record) => schemaFor({ byAdmin, before: asBuilding(record) })}
      values={(record) => valuesOf(asBuilding(record)!)}
      toSend={(values, record) => toSend({ byAdmin, before: asBuilding(record) })(values)}
      savedMessage="resources.building.updated"
      missing={
        <Picture
          icon="search"
          title={text('resources.building.unknown')}
          what={text('resources.building.unknownWhat')}
        />
      }
    >
      <BuildingInputs byAdmin={byAdmin} />
    </FormDialog>
  );
}
