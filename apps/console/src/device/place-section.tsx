import { LocationMode } from '@telemon/contracts/devices/devices';
import { RadioButtonGroupInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { lazyPart } from '../kit/lazy-part.tsx';
import { LocationInput } from '../map/location-input.tsx';
import { PlanPicker } from '../plan/plan-picker.tsx';
import { ChoiceOf } from './choice-of.tsx';
import type { DeviceValues } from './device-values.ts';
import { FormSection } from './form-section.tsx';

const BuildingCreate = lazyPart(() => import('../building/building-form.tsx'));
const FloorCreate = lazyPart(() => import('../floor/floor-create.tsx'));

/** The device's building, floor, and place on its plan. */
const PlanInput = () => {
  const { setValue } = useFormContext<DeviceValues>();
  const [managerId, buildingId, floorMapId] = useWatch<
    DeviceValues,
    ['managerId', 'floorData.buildingId', 'floorData.floorMapId']
  >({ name: ['managerId', 'floorData.buildingId', 'floorData.floorMapId'] });

  const forget = (...names: ('floorMapId' | 'xValue' | 'yValue')[]) => {
    for (const name of names) setValue(`floorData.${name}`, null, { shouldDirty: true });
  };
  return (
    <>
      <ChoiceOf
        source="floorData.buildingId"
        reference="all-buildings"
        of={{ managerId }}
        optionText="buildingName"
        hints={['managerFirst', 'noBuildings']}
        onChange={() => forget('floorMapId', 'xValue', 'yValue')}
        create={<BuildingCreate managerId={managerId ?? ''} />}
        createLabel="resources.building.action.create"
      />
      <ChoiceOf
        source="floorData.floorMapId"
        reference="floors-of-building"
        of={{ buildingId }}
        optionText="floorName"
        hints={['buildingFirst', 'noFloors']}
        onChange={() => forget('xValue', 'yValue')}
        create={<FloorCreate buildingId={buildingId ?? ''} />}
        createLabel="resources.floor.action.create"
      />
      <PlanPicker floorId={floorMapId || null} />
    </>
  );
};

const MODES = LocationMode.options.map((id) => ({ id, name: `resources.device.form.modes.${id}` }));

/** The device's place: on the world map, or on a floor's plan. */
export const PlaceSection = () => {
  const mode = useWatch<DeviceValues, 'locationMode'>({ name: 'locationMode' });
  return (
    <FormSection title="resources.device.fields.locationMode">
      <RadioButtonGroupInput
        source="locationMode"
        label={false}
        choices={MODES}
        row={false}
        margin="none"
        helperText={false}
        className="wide"
      />
      {mode === 'Map' ? <PlanInput /> : <LocationInput />}
    </FormSection>
  );
};
