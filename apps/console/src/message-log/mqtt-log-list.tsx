import { Box } from '@mui/material';
import type { MqttLogRow } from '@telemon/contracts/logs/message-logs';
import { TraceButton } from '../alert/trace-here.tsx';
import { BlockTopicButton, blockTopicsDialog } from '../blocked-topic/block-topics-here.tsx';
import { Column, RowNumber } from '../kit/column.tsx';
import { RawText } from '../kit/raw-text.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { fileSize } from '../texts/numbers.ts';
import { LogList } from './log-list.tsx';
import { Payload, isUnshown } from './payload.tsx';
import { Sender } from './sender.tsx';

/** The messages that arrived over MQTT, with the reasons of those that were refused. */
export default function MqttLogList() {
  return (
    <LogList resource="mqttLogs" actions={<BlockTopicButton />} dialogs={blockTopicsDialog}>
      <RowNumber />
      <Column<MqttLogRow>
        source="topic"
        onCard="title"
        isFixed
        className="wraps"
        render={({ topic }) => (
          <Box sx={{ minWidth: '16ch', overflowWrap: 'anywhere' }}>
            <RawText>{topic}</RawText>
          </Box>
        )}
      />
      <Column<MqttLogRow>
        source="data"
        className="wraps"
        render={({ data, bytes, reason, count }) => <Payload content={data} {...{ bytes, reason, count }} />}
      />
      <Column<MqttLogRow>
        source="timestamp"
        render={({ id, timestamp, reason }) => (
          <>
            <TimeAgo at={timestamp} />
            {!isUnshown(reason) && <TraceButton id={id} />}
          </>
        )}
      />
      <Column<MqttLogRow> source="deviceName" render={(message) => <Sender {...message} />} />
      <Column<MqttLogRow> source="bytes" render={({ bytes }) => fileSize(bytes)} align="right" />
    </LogList>
  );
}
