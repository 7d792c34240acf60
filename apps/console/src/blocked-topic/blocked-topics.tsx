import { Box } from '@mui/material';
import { BLOCKED_TOPICS_OF_A_PAGE, type BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import { Column, RowActions } from '../kit/column.tsx';
import { DeleteButton, beginningOf } from '../kit/delete-button.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { useListPath } from '../kit/list-path.ts';
import { Picture } from '../kit/picture.tsx';
import { ResourceList } from '../kit/resource-list.tsx';
import { useText } from '../texts/use-text.ts';
import { BlockTopicForm } from './block-topic-form.tsx';

const RESOURCE = 'blocked-topic';
const TOPIC = { overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' } as const;

/** The documented dialog Block Topics, over the list of MQTT logs: the blocked topics, with their own pager, and a form. */
export default function BlockedTopics() {
  const text = useText();
  const { close } = useListPath();
  return (
    <Dialog title={text(`resources.${RESOURCE}.title`)} onClose={close} width={640}>
      <Box component="p" className="quiet" sx={{ mb: 2 }}>
        {text(`resources.${RESOURCE}.what`)}
      </Box>
      <BlockTopicForm />
      <ResourceList<BlockedTopic>
        isAside
        resource={RESOURCE}
        label={`resources.${RESOURCE}.list`}
        pageSizes={[BLOCKED_TOPICS_OF_A_PAGE]}
        exported="blockedTopic"
        empty={<Picture icon="message" title={`resources.${RESOURCE}.empty`} />}
      >
        <Column<BlockedTopic> source="id" isFixed render={({ id }) => <span className="quiet">{id}</span>} />
        <Column<BlockedTopic>
          source="topic"
          onCard="title"
          isFixed
          render={({ topic }) => (
            <Box component="bdi" sx={TOPIC}>
              {topic}
            </Box>
          )}
        />
        <RowActions>
          <DeleteButton<BlockedTopic>
            what={({ topic }) => text(`resources.${RESOURCE}.deleteWhat`, { topic: beginningOf(topic) })}
          />
        </RowActions>
      </ResourceList>
    </Dialog>
  );
}
