import { Severity } from '@telemon/contracts/alerting/alerts';
import { ChoiceFilter } from '../kit/choice-filter.tsx';

/** Filters a list of alerts, or of their firings, by severity. */
export const severityFilter = (
  <ChoiceFilter
    key="severity"
    source="severity"
    alwaysOn
    label="resources.alert.fields.severity"
    all="resources.alert.filters.allSeverities"
    choices={Severity.options.map((id) => ({ id, name: `resources.alert.severities.${id}` }))}
  />
);
