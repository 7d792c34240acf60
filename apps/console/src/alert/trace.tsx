import { Box } from '@mui/material';
import type { Judgement } from '@telemon/contracts/alerting/traces';
import type { TracedReading } from '@telemon/contracts/devices/traces';
import type { Trace as TraceOf } from '@telemon/contracts/logs/traces';
import { CHANNELS, PREFIX_OF } from '@telemon/contracts/readings';
import type { ReactNode } from 'react';
import { RecordContextProvider } from 'react-admin';
import { DeviceLink } from '../kit/device-link.tsx';
import { RawText } from '../kit/raw-text.tsx';
import { formatValue } from '../texts/numbers.ts';
import { fullTime } from '../texts/time.ts';
import { translateMessage } from '../texts/translate.ts';
import { useText } from '../texts/use-text.ts';
import { DeliveryCell } from './delivery-cell.tsx';
import { ruleInWords } from './rule-words.ts';
import { WhatHappened } from './what-happened.tsx';

const CODE = {
  display: 'block',
  p: 1,
  border: '1px solid var(--border)',
  borderRadius: 1,
  fontFamily: 'ui-monospace, monospace',
  fontSize: 13,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  maxHeight: 200,
  overflowY: 'auto',
  unicodeBidi: 'isolate',
} as const;

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="li" sx={{ display: 'grid', gap: 0.75, mb: 2 }}>
    <Box component="h3" sx={{ m: 0, fontSize: 14, fontWeight: 600 }}>
      {title}
    </Box>
    {children}
  </Box>
);

const Quiet = ({ children }: { children: ReactNode }) => <p className="quiet">{children}</p>;

const Message = ({ message, gap }: Pick<TraceOf, 'message' | 'gap'>) => {
  const text = useText();
  return (
    <Step title={text('trace.steps.arrived')}>
      {message && (
        <>
          <span>
            {text(`trace.over.${message.log}`, { time: fullTime(message.timestamp) })}{' '}
            <span className="quiet">
              <RawText>{message.topic}</RawText>
            </span>
          </span>
          <Box component="code" dir="ltr" tabIndex={0} sx={CODE}>
            {message.data === '' ? text('log.emptyPayload') : <RawText>{message.data}</RawText>}
          </Box>
          {message.reason !== null && (
            <span>{text('log.refused', { reason: translateMessage(message.reason) })}</span>
          )}
        </>
      )}
      {gap !== null && <Quiet>{text(`trace.gaps.${gap}`)}</Quiet>}
    </Step>
  );
};

/** The channels that a reading has a value of, as sent and as stored: "TC1 20.5 → 21". */
const Values = ({ sent, stored }: Pick<TracedReading, 'sent' | 'stored'>) => {
  const text = useText();
  const shown = (value: number | null | undefined) => (value == null ? '–' : formatValue(value));
  const rows = CHANNELS.map((channel) => ({
    name: `${PREFIX_OF.Current}${channel}`,
    sent: sent?.[channel - 1],
    stored: stored?.current[channel - 1],
  })).filter((row) => row.sent != null || row.stored != null);
  return (
    <Box component="table" sx={{ '& th, & td': { textAlign: 'left', pr: 2, fontWeight: 400 } }}>
      <thead className="quiet">
        <tr>
          <th>{text('trace.channel')}</th>
          {sent && <th>{text('trace.sent')}</th>}
          <th>{text('trace.stored')}</th>
        </tr>
      </thead>
      <tbody className="numbers">
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">{row.name}</th>
            {sent && <td>{shown(row.sent)}</td>}
            <td>{shown(row.stored)}</td>
          </tr>
        ))}
      </tbody>
    </Box>
  );
};

const Reading = ({ state, sent, stored }: TracedReading) => {
  const text = useText();
  const times = stored && { time: fullTime(stored.timestamp), at: fullTime(stored.receivedAt) };
  return (
    <div>
      <span>{text(`trace.states.${state}`, times ?? {})}</span>
      <Values sent={sent} stored={stored} />
    </div>
  );
};

const ComparedAlert = ({ alert, value, meets }: Judgement) => {
  const text = useText();
  const outcome = alert.paused ? 'paused' : meets ? 'holds' : 'holdsNot';
  return (
    <li>
      {ruleInWords(alert, text)}: {formatValue(value)}, {text(`trace.outcomes.${outcome}`)}
    </li>
  );
};

/** A trace in its steps. */
export const Trace = ({ trace }: { trace: TraceOf }) => {
  const text = useText();
  const { deviceName, message, gap, readings, isWhole, judgements, entries } = trace;
  return (
    <>
      {deviceName !== null && <DeviceLink deviceName={deviceName} />}
      <Box component="ol" sx={{ m: 0, mt: 1.5, pl: 2.5 }}>
        <Message message={message} gap={gap} />
        <Step title={text('trace.steps.readings')}>
          {readings.length === 0 && <Quiet>{text('trace.none.readings')}</Quiet>}
          {readings.map((reading) => (
            <Reading key={reading.id} {...reading} />
          ))}
          {!isWhole && <Quiet>{text('trace.notWhole', { smart_count: readings.length })}</Quiet>}
        </Step>
        <Step title={text('trace.steps.alerts')}>
          {judgements.length === 0 ? (
            <Quiet>{text('trace.none.alerts')}</Quiet>
          ) : (
            <>
              <ul className="bullets">
                {judgements.map((judgement) => (
                  <ComparedAlert key={`${judgement.readingId} ${judgement.alert.id}`} {...judgement} />
                ))}
              </ul>
              <Quiet>{text('trace.asTheyAre')}</Quiet>
            </>
          )}
        </Step>
        <Step title={text('trace.steps.notices')}>
          {entries.length === 0 && <Quiet>{text('trace.none.notices')}</Quiet>}
          {entries.map((entry) => (
            <RecordContextProvider key={entry.id} value={entry}>
              <div>
                <WhatHappened />
                <div>{fullTime(entry.triggeredAt)}</div>
                <DeliveryCell />
              </div>
            </RecordContextProvider>
          ))}
        </Step>
      </Box>
    </>
  );
};
