import { z } from 'zod';
import { call } from '../call.ts';
import { Page, Pagination } from '../page.ts';

/** A search reads this many of the newest rows in the caller's scope … */
export const SEARCHED_ROWS = 20_000;
/** … and counts up to this many of those that it finds. */
export const MOST_FOUND = 1_000;
/** The rows in the scope of a manager or an assistant are counted up to this. */
export const MOST_COUNTED = 10_000;

/** How the reason of a row begins that stands in place of messages that the log does not show. */
export const NOT_SHOWN = 'not shown: ';

/** The deletion of a large log takes this long at most, ms. */
const DELETED_WITHIN_MS = 30_000;

const LogQuery = Page.extend({
  /** Matched literally, in any case, in topic, device and data. */
  search: z.string().max(100).optional(),
  /** The id of a row: newer ones are left out, so that the pages behind it stay as they are while messages come. */
  upTo: z.string().max(64).optional(),
});

const LoggedMessage = z.object({
  /** Ids sort by the time of arrival. */
  id: z.string(),
  deviceName: z.string().nullable(),
  /** Why it was refused; null where it was not. */
  reason: z.string().nullable(),
  /** How many messages the row stands for; null: only an admin may know. */
  count: z.int().nullable(),
  /** The size of the whole payload. */
  bytes: z.int(),
  timestamp: z.string(),
});

/** A message that came over MQTT; `data` is its beginning as text. */
export const MqttLogRow = LoggedMessage.extend({ topic: z.string(), data: z.string() });
export type MqttLogRow = z.infer<typeof MqttLogRow>;

/** A datagram; `message` is its beginning as text. Host, port and topic are those of the route that took it. */
export const UdpLogRow = LoggedMessage.extend({
  deviceId: z.string().nullable(),
  host: z.string(),
  port: z.int().nullable(),
  topic: z.string(),
  message: z.string(),
});
export type UdpLogRow = z.infer<typeof UdpLogRow>;

/** False if the log has rows beyond those that were searched or counted. */
const isWhole = z.boolean();

const Deleted = z.object({ deleted: z.int() });

export const mqttLog = {
  list: call(
    'logs.mqtt-log.list',
    LogQuery,
    z.object({ mqttLogs: z.array(MqttLogRow), pagination: Pagination, isWhole }),
  ),
  remove: call('logs.mqtt-log.remove', z.strictObject({}), Deleted, { answerWithinMs: DELETED_WITHIN_MS }),
};

export const udpLog = {
  list: call(
    'logs.udp-log.list',
    LogQuery,
    z.object({ udpLogs: z.array(UdpLogRow), pagination: Pagination, isWhole }),
  ),
  remove: call('logs.udp-log.remove', z.strictObject({}), Deleted, { answerWithinMs: DELETED_WITHIN_MS }),
};
