import type { AnswerOf } from '@telemon/contracts/call';
import type { dashboards } from '@telemon/contracts/devices/dashboards';
import { MongoClient } from 'mongodb';
import { DAY_MS, MINUTE_MS } from '@telemon/contracts/durations';
import { COMPARED_DATABASE, type ComparedReading, nameOf } from '../sides/compared-form.ts';
import type { Looking } from './user-messages.ts';

const QUARTER_MS = 15 * MINUTE_MS;
/** A chart shows as many points at most; the 30 days in quarters would be twice as many intervals. */
const MOST_POINTS = 1_500;

/** Fetches a chart of a device in a range, and returns its number of points. */
type FetchChart = (device: string, from: number, to: number) => Promise<number>;

interface Interval {
  count: number;
  sum: number;
  low: number;
  high: number;
}

/** Joins neighbours until there are no more than a chart shows. */
const thinned = (intervals: Interval[]): Interval[] => {
  let thin = intervals;
  while (2 * thin.length > MOST_POINTS) {
    const joined: Interval[] = [];
    for (let place = 0; place < thin.length; place += 2) {
      const [one, other] = [thin[place]!, thin[place + 1]];
      joined.push(
        other
          ? {
              count: one.count + other.count,
              sum: one.sum + other.sum,
              low: Math.min(one.low, other.low),
              high: Math.max(one.high, other.high),
            }
          : one,
      );
    }
    thin = joined;
  }
  return thin;
};

const telemon =
  ({ url, token }: Looking): FetchChart =>
  async (device, from, to) => {
    const range = `fromDate=${new Date(from).toISOString()}&toDate=${new Date(to).toISOString()}`;
    const answer = await fetch(`${url}/v1/deviceDashboard/getGraphData/${device}?sensor=1&${range}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { data } = (await answer.json()) as { data?: AnswerOf<typeof dashboards.graph> };
    return answer.status === 200 ? (data?.graphData.timeStamp.length ?? 0) : 0;
  };

/** The client fetches each reading's time and value, and computes the intervals. */
const plain =
  (client: MongoClient): FetchChart =>
  async (device, from, to) => {
    const readings = await client
      .db(COMPARED_DATABASE)
      .collection<ComparedReading>(nameOf('plain'))
      .find(
        { device, time: { $gte: new Date(from), $lte: new Date(to) } },
        { sort: { time: 1 }, projection: { _id: 0, time: 1, v1: 1 }, batchSize: 10_000 },
      )
      .toArray();
    const step = to - from > DAY_MS ? QUARTER_MS : MINUTE_MS;
    const intervals = new Map<number, Interval>();
    for (const { time, v1 } of readings) {
      const start = Math.floor(time.getTime() / step);
      const interval = intervals.get(start);
      if (!interval) intervals.set(start, { count: 1, sum: v1, low: v1, high: v1 });
      else {
        interval.count++;
        interval.sum += v1;
        if (v1 < interval.low) interval.low = v1;
        if (v1 > interval.high) interval.high = v1;
      }
    }
    return thinned([...intervals.values()]).length;
  };

/** The database computes the intervals. */
const timeSeries =
  (client: MongoClient): FetchChart =>
  async (device, from, to) => {
    const isLong = to - from > DAY_MS;
    const start = { $dateTrunc: { date: '$time', unit: 'minute', binSize: isLong ? 15 : 1 } };
    const intervals = await client
      .db(COMPARED_DATABASE)
      .collection<ComparedReading>(nameOf('time-series'))
      .aggregate<Interval>([
        { $match: { device, time: { $gte: new Date(from), $lte: new Date(to) } } },
        {
          $group: {
            _id: start,
            count: { $sum: 1 },
            sum: { $sum: '$v1' },
            low: { $min: '$v1' },
            high: { $max: '$v1' },
          },
        },
        { $sort: { _id: 1 } },
      ])
      .toArray();
    return thinned(intervals).length;
  };

/** How a side's users fetch charts. */
export async function chartsOf(
  looking: Looking,
): Promise<{ fetchChart: FetchChart; close: () => Promise<void> }> {
  if (looking.side === 'telemon') return { fetchChart: telemon(looking), close: async () => undefined };
  const client = await MongoClient.connect(looking.mongoUrl, { maxPoolSize: looking.users });
  const fetchChart = looking.side === 'plain' ? plain(client) : timeSeries(client);
  return { fetchChart, close: () => client.close() };
}
