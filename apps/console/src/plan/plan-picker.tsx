import { Suspense, lazy, useCallback } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { NumberInput } from '../form/inputs.tsx';
import { useText } from '../texts/use-text.ts';
import { placeIn, type PlanPlace } from './plan-place.ts';
import styles from './plan-picker.module.css';

const PlanPickerMap = lazy(() => import('./plan-picker-map.tsx'));

interface Props {
  /** The floor that was chosen; null while none is. */
  floorId: string | null;
  /** Where the form keeps the two numbers, each a percent of the plan or null: `floorData` by default. */
  source?: string;
}

/**
 * Where on a floor's plan something stands: `<PlanPicker floorId={floorId} />` inside a form sets `floorData.xValue` and
 * `floorData.yValue`, by a click, by dragging, by the arrow keys or as numbers.
 */
export const PlanPicker = ({ floorId, source = 'floorData' }: Props) => {
  const text = useText();
  const { setValue } = useFormContext();
  const [x, y] = useWatch({ name: [`${source}.xValue`, `${source}.yValue`] }) as [unknown, unknown];
  const onPick = useCallback(
    (place: PlanPlace) => {
      for (const axis of ['xValue', 'yValue'] as const) {
        const as = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
        setValue(`${source}.${axis}`, place[axis], as);
      }
    },
    [setValue, source],
  );
  return (
    <div className={styles.picker}>
      <p>{text(floorId === null ? 'plan.pick.floorFirst' : 'plan.pick.how')}</p>
      {floorId !== null && (
        <div className={styles.plan}>
          <Suspense fallback={null}>
            <PlanPickerMap floorId={floorId} place={placeIn(x, y)} onPick={onPick} />
          </Suspense>
        </div>
      )}
      <NumberInput source={`${source}.xValue`} label={text('plan.pick.x')} min={0} max={100} />
      <NumberInput source={`${source}.yValue`} label={text('plan.pick.y')} min={0} max={100} />
    </div>
  );
};
