import { Severity } from '@telemon/contracts/alerting/alerts';
import { SelectInput } from 'react-admin';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** Filters a list of alerts, or of their firings, by severity. */
export const SeverityFilter = ({ source }: { source: string; alwaysOn?: true }) => {
  const text = useText();
  return (
    <SelectInput
      source={source}
      label=""
      choices={[
        { id: '', name: text('resources.alert.filters.allSeverities') },
        ...Severity.options.map((id) => ({ id, name: text(`resources.alert.severities.${id}`) })),
      ]}
      translateChoice={false}
      // Without it, react-admin adds its own entry "Clear value".
      isRequired
      slotProps={{
        select: { displayEmpty: true, 'aria-label': text('resources.alert.fields.severity') },
      }}
    />
  );
};

/** Shown if no alert has the chosen severity. */
export const NoneOfSeverity = () => (
  <Picture icon="alert" title={useText()('resources.alert.filters.noneOfSeverity')} />
);
