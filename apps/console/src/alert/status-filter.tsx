import { useInput } from 'react-admin';
import { ChoiceButtons } from '../kit/choice-buttons.tsx';
import { useText } from '../texts/use-text.ts';

/** All entries, the pending or the acknowledged ones. */
export const StatusFilter = ({ source }: { source: string; alwaysOn: true }) => {
  const text = useText();
  const { field } = useInput({ source });
  return (
    <ChoiceButtons
      label={text('resources.alertLog.filter')}
      value={(field.value as string) || 'all'}
      choices={[
        { value: 'all', label: text('resources.alertLog.all') },
        { value: 'Pending', label: text('resources.alertLog.pending') },
        { value: 'Acknowledged', label: text('resources.alertLog.acknowledged') },
      ]}
      onChange={(chosen) => field.onChange(chosen === 'all' ? '' : chosen)}
    />
  );
};
