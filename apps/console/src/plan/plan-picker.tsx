import { NumberInput } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { lazyAside } from '../kit/lazy-part.tsx';
import { PickerFrame, useTypedPlace } from '../map/picked-place.tsx';
import { useText } from '../texts/use-text.ts';
import { placeIn } from './plan-place.ts';

const PlanPickerMap = lazyAside(() => import('./plan-picker-map.tsx'));

const X = 'floorData.xValue';
const Y = 'floorData.yValue';

/**
 * Picks a place on a floor's plan; `floorId` is null before a floor is chosen. Sets `floorData.xValue` and `floorData.yValue` of
 * the form, in percent, by click, dragging, arrow keys or typing.
 */
export const PlanPicker = ({ floorId }: { floorId: string | null }) => {
  const text = useText();
  const type = useTypedPlace();
  const [x, y] = useWatch({ name: [X, Y] }) as [unknown, unknown];
  const number = { min: 0, max: 100, helperText: false } as const;
  return (
    <>
      <p className="wide quiet">
        {text(floorId === null ? 'resources.floor.pick.floorFirst' : 'resources.floor.pick.how')}
      </p>
      {floorId !== null && (
        <PickerFrame>
          <PlanPickerMap
            floorId={floorId}
            place={placeIn(x, y)}
            onPick={({ xValue, yValue }) => type({ [X]: xValue, [Y]: yValue })}
          />
        </PickerFrame>
      )}
      <NumberInput source={X} label="resources.floor.pick.x" {...number} />
      <NumberInput source={Y} label="resources.floor.pick.y" {...number} />
    </>
  );
};
