import Link from '@mui/material/Link';
import type { OutboxMessage } from '@telemon/contracts/outbox/outbox';
import { useState } from 'react';
import { SearchInput, SelectInput, useRecordContext } from 'react-admin';
import { Column, RowNumber } from '../kit/column.tsx';
import { infoOf } from '../kit/list-info.tsx';
import { Picture } from '../kit/picture.tsx';
import { ResourceList, searchParts } from '../kit/resource-list.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { useText } from '../texts/use-text.ts';
import { DeleteAll } from './delete-all.tsx';
import { MessageDialog } from './message-dialog.tsx';

/** The live stream has no events for messages. */
const POLL_MS = 3_000;
const LONGEST_TITLE = 90;

/** A message's subject or the start of its text; opens the message. */
const MessageLink = ({ onOpen }: { onOpen: (message: OutboxMessage) => void }) => {
  const text = useText();
  const message = useRecordContext<OutboxMessage>()!;
  const title = (message.subject || message.text).replace(/\s+/g, ' ').trim();
  return (
    <Link component="button" type="button" align="left" onClick={() => onOpen(message)}>
      {title.slice(0, LONGEST_TITLE) || text('resources.outbox.noSubject')}
    </Link>
  );
};

/** The SMS and emails that an installation without providers does not send. */
export default function OutboxList() {
  const text = useText();
  // Here, to stay open when the rows are remounted, as when a phone is turned.
  const [opened, open] = useState<OutboxMessage | null>(null);
  const kinds = (['sms', 'email'] as const).map((id) => ({ id, name: text(`resources.outbox.kinds.${id}`) }));
  return (
    <>
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
        pollMs={POLL_MS}
        empty={
          <Picture
            icon="inbox"
            title={text('resources.outbox.empty')}
            what={text('resources.outbox.emptyWhat')}
          />
        }
      >
        <RowNumber />
        <Column<OutboxMessage> source="subject" onCard="title" isFixed className="wraps">
          <MessageLink onOpen={open} />
        </Column>
        <Column<OutboxMessage> source="kind" render={({ kind }) => text(`resources.outbox.kinds.${kind}`)} />
        <Column<OutboxMessage> source="to" className="wraps" />
        <Column<OutboxMessage> source="sentAt" render={({ sentAt }) => <TimeAgo at={sentAt} />} />
      </ResourceList>
      {opened && <MessageDialog message={opened} onClose={() => open(null)} />}
    </>
  );
}
