import { oneLine } from '@telemon/platform/plain-text';
import { type AlertNotice, type GroupNotice, noticeIdOf, queuedAt, severityOf } from './notice.ts';
import { severityPrefix } from './severity-prefix.ts';

/** Why a notice that goes out with others waits. */
export const GATHERED = 'Waits to go out in one message with others';

/** Most headlines in a grouped notice. */
const MOST_LINES = 10;
const LONGEST_LINE = 120;

/** The fields of a notice that a grouped one needs. */
export type Gathered = Pick<
  AlertNotice,
  | '_id'
  | 'kind'
  | 'entryId'
  | 'alertId'
  | 'deviceName'
  | 'deviceVersion'
  | 'headline'
  | 'channel'
  | 'to'
  | 'rank'
  | 'managerId'
  | 'after'
>;

/** The notice in place of several to one recipient. @param notices At least one; the most severe first */
export const groupOf = (notices: readonly Gathered[], now: Date): GroupNotice => {
  const first = notices[0]!;
  const { channel, to, managerId } = first;
  return {
    // A notice goes out in one group at most.
    _id: noticeIdOf(`group of ${first._id}`, channel, to),
    channel,
    to,
    group: {
      count: notices.length,
      critical: notices.filter((notice) => severityOf(notice) === 'critical').length,
      lines: notices
        .slice(0, MOST_LINES)
        .map((notice) => oneLine(severityPrefix(notice) + notice.headline, LONGEST_LINE)),
    },
    ...(managerId !== undefined && { managerId }),
    ...queuedAt(now, severityOf(first)),
  };
};

/** A notice with the state of the grouped one in which it goes out. */
export const inGroup = (notice: AlertNotice, { state, reason, at, group }: GroupNotice): AlertNotice => {
  const said = `One of ${group.count} in one message`;
  return { ...notice, state, at, reason: reason === null ? said : `${said}: ${reason}` };
};
