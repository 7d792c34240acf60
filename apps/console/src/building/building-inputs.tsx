import type { Building } from '@telemon/contracts/devices/buildings';
import { TextInput, type RaRecord } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { useFormRecord } from '../kit/form-dialog.tsx';
import { LocationInput } from '../map/location-input.tsx';
import { ManagerInput } from '../user/manager-input.tsx';
import type { BuildingValues } from './building-values.ts';

interface Props {
  byAdmin: boolean;
  /** The manager is no choice. */
  isManagerSettled?: boolean;
}

/** A building keeps its name, by which users know it; only an admin chooses its manager. */
export const BuildingInputs = ({ byAdmin, isManagerSettled = false }: Props) => {
  const before = useFormRecord<Building & RaRecord>();
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
          readOnly={isManagerSettled}
          {...(moves && { helperText: 'resources.building.hints.managerChanges' })}
        />
      )}
      <LocationInput />
    </>
  );
};
