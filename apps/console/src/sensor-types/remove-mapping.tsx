import type { SensorType } from '@telemon/contracts/devices/sensor-types';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'react-admin';
import { ask } from '../data/ask.ts';
import { ConfirmedDeed } from '../list/confirmed-deed.tsx';
import { useText } from '../texts/use-text.ts';

/** Takes a sensor type's table away after 'Are You Sure ?'. */
export const RemoveMapping = ({ sensorType: { id, sensorName } }: { sensorType: SensorType }) => {
  const text = useText();
  const notify = useNotify();
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => ask('DELETE /sensorType/upload/:id', { id }),
    onSuccess: () => notify('sensorTypes.mappingRemoved', { type: 'success' }),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  return (
    <ConfirmedDeed
      deed="remove-mapping"
      icon="uncurve"
      label={text('sensorTypes.removeMapping')}
      what={text('sensorTypes.removeMappingWhat', { name: sensorName })}
      onYes={(settled) =>
        removal.mutate(undefined, {
          onSettled: () => {
            settled();
            void queryClient.invalidateQueries({ queryKey: ['sensor-types'] });
          },
        })
      }
    />
  );
};
