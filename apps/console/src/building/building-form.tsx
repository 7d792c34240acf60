import type { Building } from '@telemon/contracts/devices/buildings';
import { TextInput, type RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { may } from '../data/access.ts';
import { useOnlyChoice } from '../kit/choice-input.tsx';
import { FormDialog, useFormRecord } from '../kit/form-dialog.tsx';
import { lazyPart } from '../kit/lazy-part.tsx';
import { LocationInput } from '../map/location-input.tsx';
import { useText } from '../texts/use-text.ts';
import { ManagerInput } from '../user/manager-input.tsx';
import { NEW_BUILDING, schemaFor, toSend, valuesOf, type BuildingValues } from './building-values.ts';

const UserCreate = lazyPart(() => import('../user/user-create.tsx'));

type Row = Building & RaRecord;

/** The name of a building is fixed, as users know it by its name; only an admin selects its manager. */
const BuildingInputs = ({ byAdmin, isManagerSettled }: { byAdmin: boolean; isManagerSettled: boolean }) => {
  const before = useFormRecord<Row>();
  const managerId = useWatch<BuildingValues, 'managerId'>({ name: 'managerId' });
  const moves = before !== undefined && managerId !== before.managerId;
  return (
    <>
      <TextInput
        source="buildingName"
        helperText={
          before ? 'resources.building.hints.buildingNameFixed' : 'resources.building.hints.buildingName'
        }
        disabled={before !== undefined}
        autoFocus={before === undefined}
        slotProps={{ htmlInput: { maxLength: 25 } }}
      />
      {byAdmin && (
        <ManagerInput
          source="managerId"
          create={<UserCreate role="manager" />}
          readOnly={isManagerSettled}
          {...(moves && { helperText: 'resources.building.hints.managerChanges' })}
        />
      )}
      <LocationInput />
    </>
  );
};

interface Props {
  /** The manager of a new building, if fixed. */
  managerId?: string;
  isEdit?: boolean;
}

/** Adds or edits a building. */
export default function BuildingForm({ managerId, isEdit = false }: Props) {
  const text = useText();
  const byAdmin = may('GET /getAllManagers');
  const only = useOnlyChoice('managers');
  const asBuilding = (record: RaRecord | undefined) => record as Row | undefined;
  const ofNew = { ...NEW_BUILDING, managerId: managerId ?? only };
  return (
    <FormDialog<BuildingValues>
      title={text('resources.building.title')}
      resource="building"
      schema={(record) => schemaFor({ byAdmin, before: asBuilding(record) })}
      toSend={(values, record) => toSend({ byAdmin, before: asBuilding(record) })(values)}
      values={isEdit ? (record) => valuesOf(asBuilding(record)!) : ofNew}
      savedMessage={isEdit ? 'resources.building.updated' : 'resources.building.created'}
      {...(!isEdit && { saveLabel: text('resources.building.action.create') })}
    >
      <BuildingInputs byAdmin={byAdmin} isManagerSettled={managerId !== undefined} />
    </FormDialog>
  );
}
