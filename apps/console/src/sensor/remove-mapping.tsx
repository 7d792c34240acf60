import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { useState } from 'react';
import { Confirm, useRecordContext } from 'react-admin';
import { ask } from '../data/ask.ts';
import { ActionButton } from '../kit/action-button.tsx';
import { useAct } from '../kit/use-act.ts';
import { useHandOn } from '../kit/use-hand-on.ts';
import { useText } from '../texts/use-text.ts';

/** Removes the table of the row's sensor after 'Are You Sure ?'. */
export const RemoveMapping = () => {
  const text = useText();
  const { id, sensorName } = useRecordContext<SensorType>()!;
  const [isAsking, setAsking] = useState(false);
  // The mutation reports a pending request only after a second click.
  const [isUnderway, setUnderway] = useState(false);
  const { mutate } = useAct({
    mutationFn: () => ask('DELETE /sensorType/upload/:id', { id }),
    done: 'resources.sensor.mappingRemoved',
    changes: ['sensor'],
    onSettled: () => {
      setAsking(false);
      setUnderway(false);
    },
  });
  return (
    <>
      <ActionButton
        icon="uncurve"
        color="error"
        label={text('resources.sensor.removeMapping')}
        onClick={() => setAsking(true)}
        {...useHandOn('remove-mapping', isAsking)}
      />
      <Confirm
        isOpen={isAsking}
        loading={isUnderway}
        title="delete.title"
        content={text('resources.sensor.removeMappingWhat', { name: sensorName })}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setUnderway(true);
          mutate();
        }}
      />
    </>
  );
};
