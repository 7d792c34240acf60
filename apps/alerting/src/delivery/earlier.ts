import { type NoticeDocument, wasSent } from './notice.ts';

/** Why a notice that follows another one is not sent. */
export const EARLIER_UNSENT = 'The message before this one was not sent';

/** The state of an earlier notice for the one that follows it; null: it was deleted. */
export const stateOfEarlier = (
  earlier: Pick<NoticeDocument, 'state'> | null | undefined,
): 'sent' | 'queued' | 'unsent' => {
  if (earlier?.state === 'queued') return 'queued';
  return earlier && wasSent(earlier) ? 'sent' : 'unsent';
};
