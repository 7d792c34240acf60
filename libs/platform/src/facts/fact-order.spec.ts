import { describe, expect, it } from '@jest/globals';
import { until } from '@telemon/testing/waiting';
import type { Collection } from 'mongodb';
import type { Consumption } from '../kafka/consumption.ts';
import type { Kafka } from '../kafka/kafka.ts';
import { FactOrder, type VersionRow } from './fact-order.ts';

/** More facts than are ever compared at once. */
const MANY = 6_000;

const messagesOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    key: Buffer.from(`alert:${first + index}`),
    value: Buffer.from('{"version":1}'),
  }));

/** A FactOrder over a database that answers when the spec lets it. */
const givenOrder = () => {
  let consumption: Consumption | undefined;
  const answers: (PromiseWithResolvers<void> & { count: number })[] = [];
  const find = async function* ({ _id }: { _id: { $in: string[] } }) {
    const answer = { ...Promise.withResolvers<void>(), count: _id.$in.length };
    answers.push(answer);
    await answer.promise;
    yield* [];
  };
  const consume = async (wanted: Consumption) => (consumption = wanted);
  const kafka = { app: 'fact-order-spec', consume } as unknown as Kafka;
  const versions = { find } as unknown as Collection<VersionRow>;
  new FactOrder(kafka, versions, async () => undefined).watch();
  const take = (first: number, count: number) =>
    consumption!.handle({ partition: 0, messages: messagesOf(first, count) as never });
  return { answers, take, settle: () => consumption!.settle!() };
};

describe('the offsets of facts', () => {
  it('are not committed before the facts of earlier batches have been compared', async () => {
    const { answers, take, settle } = givenOrder();
    await take(0, 10);
    const taking = take(10, MANY);
    await until(() => answers.length === 1);
    let isSettled = false;
    const settling = settle().then(() => (isSettled = true));
    await new Promise(setImmediate);
    for (const answer of answers.slice(1)) answer.resolve();
    await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    answers[0]!.resolve();
    await taking;
    await until(() => answers.length === 2);
    answers[1]!.resolve();
    await settling;
  });

  it('are not committed if the comparison of earlier batches failed, until the next one succeeds', async () => {
    const { answers, take, settle } = givenOrder();
    const taking = take(0, MANY);
    await until(() => answers.length === 1);
    const settling = settle();
    answers[0]!.reject(new Error('the database is away'));
    await expect(taking).rejects.toThrow('the database is away');
    await until(() => answers.length === 2);
    expect(answers[1]!.count).toBe(MANY);
    answers[1]!.reject(new Error('the database is still away'));
    await expect(settling).rejects.toThrow('the database is still away');
  });
});
