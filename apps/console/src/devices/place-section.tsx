import { LocationMode, type Device } from '@telemon/contracts/devices/devices';
import { lazy } from 'react';
import { useInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { SelectInput } from '../form/inputs.tsx';
import { Segments } from '../layout/segments.tsx';
import { LocationInput } from '../map/location-input.tsx';
import { PlanPicker } from '../plan/plan-picker.tsx';
import { useText } from '../texts/use-text.ts';
import type { DeviceValues } from './device-values.ts';
import { FormSection } from './form-section.tsx';
import { useBuildingsOf, useFloorsOf } from './use-choices.ts';
import styles from './device-form.module.css';

const BuildingCreate = lazy(() => import('../buildings/building-create.tsx'));
const FloorCreate = lazy(() => import('../floors/floor-create.tsx'));

/** On which floor of which building it hangs, and where on its plan. */
const PlanInput = () => {
  const text = useText();
  const { setValue } = useFormContext<DeviceValues>();
  const [managerId, buildingId, floorMapId] = useWatch<
    DeviceValues,
    ['managerId', 'floorData.buildingId', 'floorData.floorMapId']
  >({ name: ['managerId', 'floorData.buildingId', 'floorData.floorMapId'] });
  const buildings = useBuildingsOf(managerId || null);
  const floors = useFloorsOf(buildingId || null);
  const forget = (...names: ('floorMapId' | 'xValue' | 'yValue')[]) => {
    for (const name of names) setValue(`floorData.${name}`, null, { shouldDirty: true });
  };
  const hintOfBuilding = () => {
    if (!managerId) return text('devices.form.managerFirst');
    return buildings?.length === 0 ? text('devices.form.noBuildings') : undefined;
  };
  const hintOfFloor = () => {
    if (!buildingId) return text('devices.form.buildingFirst');
    return floors?.length === 0 ? text('devices.form.noFloors') : undefined;
  };
  return (
    <>
      <SelectInput
        source="floorData.buildingId"
        label={text('devices.form.building')}
        none={text('form.choose')}
        disabled={!managerId}
        hint={hintOfBuilding()}
        choices={(buildings ?? []).map((one) => ({ id: one.buildingId, name: one.buildingName }))}
        onChosen={() => forget('floorMapId', 'xValue', 'yValue')}
        add={{
          label: text('buildings.add'),
          form: (props) => <BuildingCreate {...props} managerId={managerId ?? ''} />,
        }}
      />
      <SelectInput
        source="floorData.floorMapId"
        label={text('devices.form.floor')}
        none={text('form.choose')}
        disabled={!buildingId}
        hint={hintOfFloor()}
        choices={(floors ?? []).map(({ floorId, floorName }) => ({ id: floorId, name: floorName }))}
        onChosen={() => forget('xValue', 'yValue')}
        add={{
          label: text('floors.add'),
          form: (props) => <FloorCreate {...props} buildingId={buildingId ?? ''} />,
        }}
      />
      <PlanPicker floorId={floorMapId || null} />
    </>
  );
};

/** Where the device is: on the map of the world, or on the plan of a floor. */
export const PlaceSection = () => {
  const text = useText();
  const { field } = useInput({ source: 'locationMode' });
  return (
    <FormSection
      title={text('devices.form.place')}
      hint={text(`devices.form.places.${field.value as Device['locationMode']}`)}
    >
      <div className={styles.whole}>
        <Segments
          label={text('devices.form.place')}
          value={field.value as Device['locationMode']}
          options={LocationMode.options.map((mode) => ({ value: mode, label: mode }))}
          onChange={field.onChange}
        />
      </div>
      {field.value === 'Map' ? <PlanInput /> : <LocationInput />}
    </FormSection>
  );
};
