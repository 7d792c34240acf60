import { USUAL_SEVERITY } from '@telemon/contracts/alerting/alerts';
import { type NoticeDocument, severityOf } from './notice.ts';

/** Begins a message with the severity of its alert, unless that is the usual one. */
export const severityPrefix = (notice: Pick<NoticeDocument, 'rank'>): string => {
  const severity = severityOf(notice);
  if (severity === USUAL_SEVERITY) return '';
  return severity === 'critical' ? 'Critical: ' : 'Info: ';
};
