import { Severity } from '@telemon/contracts/alerting/alerts';
import { ChoiceFilter, type FilterProps } from '../kit/choice-filter.tsx';
import { Picture } from '../kit/picture.tsx';
import { useText } from '../texts/use-text.ts';

/** Filters a list of alerts, or of their firings, by severity. */
export const SeverityFilter = ({ source }: FilterProps) => {
  const text = useText();
  return (
    <ChoiceFilter
      source={source}
      label={text('resources.alert.fields.severity')}
      all={text('resources.alert.filters.allSeverities')}
      choices={Severity.options.map((id) => ({ id, name: text(`resources.alert.severities.${id}`) }))}
    />
  );
};

/** Shown if no alert has the chosen severity. */
export const NoneOfSeverity = () => <Picture icon="alert" title="resources.alert.filters.noneOfSeverity" />;
