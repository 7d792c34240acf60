import { Chip } from '@mui/material';
import { type Severity, USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { useText } from '../texts/use-text.ts';

const LOOKS: Record<Severity, object> = {
  critical: { bgcolor: 'var(--firing-soft)', color: 'var(--firing)', fontWeight: 650 },
  warning: { bgcolor: 'var(--warn-soft)', color: 'var(--warn)', fontWeight: 550 },
  info: { color: 'text.secondary', fontWeight: 550 },
};

/** How severe an alert or a firing is, in a word. */
export const SeverityChip = ({ severity }: { severity: Severity }) => (
  <Chip
    component="span"
    variant={severity === 'info' ? 'outlined' : 'filled'}
    label={useText()(`resources.alert.severities.${severity}`)}
    sx={{ minHeight: 24, ...LOOKS[severity] }}
  />
);

/** The same, unless it is the usual one. */
export const UnusualSeverity = ({ severity }: { severity: Severity | null }) =>
  severity === null || severity === USUAL_SEVERITY ? null : <SeverityChip severity={severity} />;
