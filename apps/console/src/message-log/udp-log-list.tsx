import type { UdpLogRow } from '@telemon/contracts/logs/message-logs';
import { TraceButton } from '../alert/trace-here.tsx';
import { Column, RowNumber } from '../kit/column.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { fileSize } from '../texts/numbers.ts';
import { LogList } from './log-list.tsx';
import { Payload, isUnshown } from './payload.tsx';
import { Sender } from './sender.tsx';

/** The datagrams that arrived over UDP, and the routes that took them. */
export default function UdpLogList() {
  return (
    <LogList resource="udpLogs">
      <RowNumber />
      <Column<UdpLogRow>
        source="deviceId"
        onCard="title"
        isFixed
        render={({ deviceId, reason }) => <Sender deviceName={deviceId} reason={reason} />}
      />
      <Column<UdpLogRow> source="host" className="wraps" />
      <Column<UdpLogRow> source="port" align="right" />
      <Column<UdpLogRow> source="topic" className="wraps" />
      <Column<UdpLogRow>
        source="message"
        className="wraps"
        render={({ message, bytes, reason, count }) => (
          <Payload content={message} {...{ bytes, reason, count }} />
        )}
      />
      <Column<UdpLogRow>
        source="timestamp"
        render={({ id, timestamp, reason }) => (
          <>
            <TimeAgo at={timestamp} />
            {!isUnshown(reason) && <TraceButton id={id} />}
          </>
        )}
      />
      <Column<UdpLogRow> source="bytes" render={({ bytes }) => fileSize(bytes)} align="right" />
    </LogList>
  );
}
