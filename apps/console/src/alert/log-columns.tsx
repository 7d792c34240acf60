import { Box } from '@mui/material';
import type { AlertLogEntry } from '@telemon/contracts/alerting/alert-log';
import { DeviceColumn } from '../kit/device-link.tsx';
import { Column, SparseColumn } from '../kit/column.tsx';
import { TimeAgo } from '../kit/time-ago.tsx';
import { NO_WIDTH, useHiddenAtFirst } from '../kit/use-hidden-at-first.ts';
import { AcknowledgeChip } from './acknowledge-chip.tsx';
import { DeliveryCell } from './delivery-cell.tsx';
import { Lasted, LastedInShort } from './lasted.tsx';
import { OrDash } from './or-dash.tsx';
import { ruleColumns } from './rule.tsx';
import { SeverityChip } from './severity-chip.tsx';
import { WhatHappened } from './what-happened.tsx';

/** Not shown at first; the value column summarises them. */
const RARE = ['severity', 'sensorName', 'valueType', 'alertType', 'clearedAt'];
const FITS_FROM = {
  ...Object.fromEntries(RARE.map((column) => [column, NO_WIDTH])),
  isAck: 1060,
  ackBy: 1210,
  delivery: 1366,
};

/** The columns that are hidden until the user chooses them. */
export const useHiddenLogColumns = () => useHiddenAtFirst(FITS_FROM);

/** The heading is longer than the values. */
const SHORT_HEADING = { '&.MuiTableCell-head': { whiteSpace: 'normal' } };

/** A note as its author wrote it. */
const NOTE = { minWidth: '16ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

/** One firing or silence per row: its value, its time, its notices and its acknowledgement. */
export const logColumns = [
  <DeviceColumn key="deviceName" source="deviceName" />,
  <Column<AlertLogEntry> key="status" source="status" onCard="actions" isFixed>
    <AcknowledgeChip />
  </Column>,
  <Column<AlertLogEntry> key="value" source="value" className="wraps">
    <WhatHappened />
  </Column>,
  <Column<AlertLogEntry>
    key="severity"
    source="severity"
    render={({ severity }) => <OrDash>{severity && <SeverityChip severity={severity} />}</OrDash>}
  />,
  <Column<AlertLogEntry>
    key="triggeredAt"
    source="triggeredAt"
    render={({ triggeredAt }) => (
      <>
        <TimeAgo at={triggeredAt} />
        <LastedInShort />
      </>
    )}
  />,
  <Column<AlertLogEntry> key="clearedAt" source="clearedAt" disableSort>
    <Lasted />
  </Column>,
  ...ruleColumns,
  <Column<AlertLogEntry> key="delivery" source="delivery" className="wraps">
    <DeliveryCell />
  </Column>,
  <Column<AlertLogEntry>
    key="isAck"
    source="isAck"
    sx={SHORT_HEADING}
    render={({ isAck }) => <OrDash>{isAck && <TimeAgo at={isAck} />}</OrDash>}
  />,
  <Column<AlertLogEntry>
    key="ackBy"
    source="ackBy"
    sx={SHORT_HEADING}
    className="wraps"
    render={({ ackBy }) => <OrDash>{ackBy}</OrDash>}
  />,
  <SparseColumn<AlertLogEntry>
    key="ackNote"
    source="ackNote"
    className="wraps"
    render={({ ackNote }) => <OrDash>{ackNote && <Box sx={NOTE}>{ackNote}</Box>}</OrDash>}
  />,
];
