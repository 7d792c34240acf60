import { STREAM_EVENTS, STREAM_RESET } from '@telemon/contracts/gateway/live';
import { z, type ZodType } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** A field's type in a few words, such as `list of 4: number or null`. */
const inWords = (schema: Schema): string => {
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.anyOf) return schema.anyOf.map(inWords).join(' or ');
  if (schema.type === 'array') return `list of ${schema.minItems}: ${inWords(schema.items as Schema)}`;
  return [schema.type].flat().join(' or ');
};

const section = ([event, shape]: [string, ZodType]): string[] => {
  const { properties = {} } = z.toJSONSchema(shape) as Schema;
  const rows = Object.entries(properties).map(
    ([field, schema]) => `| \`${field}\` | ${inWords(schema as Schema)} |`,
  );
  return [`## \`${event}\``, '', '| field | value |', '| --- | --- |', ...rows, ''];
};

/** The whole of docs/live-stream.md, from the contracts. */
export const liveStreamPage = (): string =>
  [
    '# Live stream',
    '',
    'Generated from `libs/contracts/src/gateway/live.ts` by `node tools/checks/write.ts`.',
    '',
    '`GET /v1/stream` with the bearer header returns server-sent events until the access token expires or the session ends. Each event has a name',
    'and a JSON object with the fields below. A client gets only events of devices and places that its user may see. Times are epoch',
    'milliseconds. A list of four has one value per sensor; `null` means that the device does not have this sensor or sent no value for it.',
    '',
    `A client that reconnects with \`Last-Event-ID\` gets the events since then. If the gateway no longer has them, it sends the event \`${STREAM_RESET}\``,
    'with `{}`: reload all data on display. After an outage of NATS, it sends this event to every open stream.',
    '',
    ...Object.entries(STREAM_EVENTS).flatMap(section),
  ].join('\n');
