import { useWatch } from 'react-hook-form';
import { TextInput } from '../form/inputs.tsx';
import { LocationInput } from '../map/location-input.tsx';
import { useText } from '../texts/use-text.ts';
import { ManagerInput } from '../users/manager-input.tsx';
import type { BuildingValues, FormContext } from './building-values.ts';

/** A building keeps its name, by which people know it; only an admin says whose it is. */
export const BuildingFields = ({ byAdmin, before, ofManager }: FormContext) => {
  const text = useText();
  const managerId = useWatch<BuildingValues, 'managerId'>({ name: 'managerId' });
  const isNew = before === undefined;
  const moves = !isNew && managerId !== before.managerId;
  return (
    <>
      <TextInput
        source="buildingName"
        label={text('buildings.form.buildingName')}
        hint={text(isNew ? 'buildings.form.buildingNameHint' : 'buildings.form.buildingNameFixed')}
        disabled={!isNew}
        maxLength={25}
        autoFocus={isNew}
      />
      {byAdmin && (
        <ManagerInput
          source="managerId"
          hint={moves ? text('buildings.form.managerChanges') : undefined}
          disabled={ofManager !== undefined}
        />
      )}
      <LocationInput />
    </>
  );
};
