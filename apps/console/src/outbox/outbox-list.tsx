import { Link } from '@mui/material';
import type { OutboxMessage } from '@telemon/contracts/outbox/outbox';
import { useState } from 'react';
import { SearchInput, SelectInput, useListContext, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Column, RowNumber } from '../kit/column.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { useDialogHere } from '../kit/dialog-here.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { Picture, Unknown } from '../kit/picture.tsx';
import { ResourceList, searchParts } from '../kit/resource-list.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { DeleteAll } from './delete-all.tsx';
import { MessageDialog } from './message-dialog.tsx';

/** The live stream has no events for messages. */
const POLL_MS = 3_000;
/** The query parameter with the id of the open message. */
const OPENED = 'message';
/** More than two lines hold, after which the browser cuts it; the dialog has all of it. */
const MOST_OF_TITLE = 500;
const TWO_LINES = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
} as const;

/** A message's subject or the start of its text; opens the message. */
const MessageLink = () => {
  const text = useText();
  const message = useRecordContext<OutboxMessage>()!;
  const { addressOf } = useDialogHere(OPENED);
  const title = (message.subject || message.text).replace(/\s+/g, ' ').trim();
  return (
    <Link component={RouterLink} to={addressOf(message.id)} sx={TWO_LINES}>
      {title.slice(0, MOST_OF_TITLE) || text('resources.outbox.noSubject')}
    </Link>
  );
};

/** The open message; it stays open when newer ones push it off the page. */
const OpenedMessage = () => {
  const text = useText();
  const { shownId, close } = useDialogHere(OPENED);
  const { data } = useListContext<OutboxMessage>();
  const [seen, setSeen] = useState<OutboxMessage>();
  const found = data?.find(({ id }) => id === shownId);
  if (found && found !== seen) setSeen(found);
  if (shownId === null || data === undefined) return null;
  const message = found ?? (seen?.id === shownId ? seen : undefined);
  if (message) return <MessageDialog message={message} onClose={close} />;
  return (
    <Dialog title={text('resources.outbox.fields.subject')} onClose={close}>
      <Unknown resource="outbox" />
    </Dialog>
  );
};

/** The SMS and emails that an installation without providers does not send. */
export default function OutboxList() {
  const text = useText();
  const kinds = (['sms', 'email'] as const).map((id) => ({ id, name: text(`resources.outbox.kinds.${id}`) }));
  return (
    <ResourceList<OutboxMessage>
      label="pages.outbox"
      info={infoOf('outbox', 'what', 'providers')}
      isSearched={false}
      filters={[
        <SearchInput
          key="to"
          source="to"
          alwaysOn
          {...searchParts(text('resources.outbox.filters.to'))}
          placeholder={text('resources.outbox.filters.to')}
        />,
        <SelectInput
          key="kind"
          source="kind"
          alwaysOn
          label=""
          choices={kinds}
          emptyText={text('resources.outbox.filters.allKinds')}
          slotProps={{ select: { displayEmpty: true, 'aria-label': text('resources.outbox.fields.kind') } }}
        />,
      ]}
      actions={<DeleteAll />}
      beside={<OpenedMessage />}
      pollMs={POLL_MS}
      empty={<Picture icon="inbox" title="resources.outbox.empty" what="resources.outbox.emptyWhat" />}
    >
      <RowNumber />
      <Column<OutboxMessage> source="subject" onCard="title" isFixed className="wraps">
        <MessageLink />
      </Column>
      <Column<OutboxMessage> source="kind" render={({ kind }) => text(`resources.outbox.kinds.${kind}`)} />
      <Column<OutboxMessage> source="to" className="wraps" />
      <Column<OutboxMessage> source="sentAt" render={({ sentAt }) => <TimeAgo at={sentAt} />} />
    </ResourceList>
  );
}
