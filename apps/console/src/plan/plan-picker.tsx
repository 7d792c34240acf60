import Box from '@mui/material/Box';
import { Suspense, useCallback } from 'react';
import { NumberInput } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { lazyPart } from '../kit/lazy-part.tsx';
import { PICKER_FRAME } from '../map/picker-frame.ts';
import { useText } from '../texts/use-text.ts';
import { placeIn, type PlanPlace } from './plan-place.ts';

const PlanPickerMap = lazyPart(() => import('./plan-picker-map.tsx'));

const SOURCE = 'floorData';

/**
 * Where something stands on the plan of a floor, null while no floor is chosen. Inside a form it sets `floorData.xValue` and
 * `floorData.yValue`, each a percent of the plan, by a click, by dragging, by the arrow keys or as numbers.
 */
export const PlanPicker = ({ floorId }: { floorId: string | null }) => {
  const text = useText();
  const { setValue } = useFormContext();
  const [x, y] = useWatch({ name: [`${SOURCE}.xValue`, `${SOURCE}.yValue`] }) as [unknown, unknown];
  const onPick = useCallback(
    (place: PlanPlace) => {
      for (const axis of ['xValue', 'yValue'] as const) {
        const as = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
        setValue(`${SOURCE}.${axis}`, place[axis], as);
      }
    },
    [setValue],
  );
  const number = { min: 0, max: 100, helperText: false } as const;
  return (
    <>
      <p className="wide quiet">
        {text(floorId === null ? 'resources.floor.pick.floorFirst' : 'resources.floor.pick.how')}
      </p>
      {floorId !== null && (
        <Box className="wide" sx={PICKER_FRAME}>
          <Suspense fallback={null}>
            <PlanPickerMap floorId={floorId} place={placeIn(x, y)} onPick={onPick} />
          </Suspense>
        </Box>
      )}
      <NumberInput source={`${SOURCE}.xValue`} label="resources.floor.pick.x" {...number} />
      <NumberInput source={`${SOURCE}.yValue`} label="resources.floor.pick.y" {...number} />
    </>
  );
};
