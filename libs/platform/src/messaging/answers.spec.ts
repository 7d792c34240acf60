import 'reflect-metadata';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { NatsConnection } from '@nats-io/transport-node';
import { type INestMicroservice, Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Transport } from '@nestjs/microservices';
import { SYSTEM } from '@telemon/contracts/actor';
import { call } from '@telemon/contracts/call';
import { Name } from '@telemon/contracts/fields';
import { servers } from '@telemon/testing/servers';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { z } from 'zod';
import { callerGone } from '../deadline.ts';
import { defineError } from '../errors.ts';
import { nestLogger } from '../logging.ts';
import { type Asked, Answers } from './answers.ts';
import { Asker } from './asker.ts';
import { abortForGoneCallers, tellCallerGone } from './callers.ts';
import { Live } from './live.ts';
import { connectNats, natsOptions } from './nats.ts';
import { PackedJson } from './packed-json.ts';
import { ReplySerializer } from './packed-replies.ts';

const subject = (verb: string) => `spec-${randomUUID()}.tanks.${verb}`;
const tanks = {
  rename: call(
    subject('rename'),
    z.strictObject({ name: Name }),
    z.object({ name: z.string(), by: z.string() }),
  ),
  drain: call(subject('drain'), z.strictObject({}), z.null()),
  watch: call(subject('watch'), z.strictObject({}), z.null()),
  all: call(subject('all'), z.strictObject({ tanks: z.int() }), z.array(z.string()), { isLarge: true }),
  states: call(
    subject('states'),
    z.strictObject({ tanks: z.int() }),
    z.object({ full: z.array(z.string()), leaking: z.array(z.object({ tank: z.int() })) }),
    { isLarge: true },
  ),
  nobody: call(subject('nobody'), z.strictObject({}), z.null()),
};
/** The client gives up sooner by itself. */
const PATIENT = { timeout: 60_000 };
const tankIsEmpty = defineError('TankIsEmpty', 'conflict', () => 'The tank is empty');

const renamed: string[] = [];
let watching: () => void;

@Controller()
class TanksHandler {
  @Answers(tanks.rename)
  async rename({ actor, request }: Asked<typeof tanks.rename>) {
    renamed.push(request.name);
    if (request.name === 'bug') throw new TypeError('secret detail');
    return { name: request.name, by: actor.id };
  }

  @Answers(tanks.all)
  async all({ request }: Asked<typeof tanks.all>) {
    return Array.from({ length: request.tanks }, (_, index) => `tänk ${index}`);
  }

  @Answers(tanks.states)
  async *states({ request }: Asked<typeof tanks.states>) {
    yield { full: [] };
    for (let tank = 0; tank < request.tanks; tank += 2) {
      if (request.tanks === 13 && tank === 12) throw tankIsEmpty();
      yield {
        full: Array.from({ length: Math.min(2, request.tanks - tank) }, (_, at) => `tänk ${tank + at}`),
      };
    }
    yield { leaking: [] };
    if (request.tanks > 0) yield { leaking: [{ tank: 1 }] };
  }

  @Answers(tanks.watch)
  async watch(): Promise<null> {
    watching();
    await once(callerGone(), 'abort');
    return null;
  }

  @Answers(tanks.drain)
  async drain(): Promise<null> {
    throw tankIsEmpty();
  }
}

@Module({ controllers: [TanksHandler] })
class TanksModule {}

describe('a question over NATS', () => {
  let service: INestMicroservice;
  let nats: NatsConnection;
  let asker: Asker;
  let live: Live;

  beforeAll(async () => {
    const { natsUrl } = servers();
    service = await NestFactory.createMicroservice(TanksModule, {
      transport: Transport.NATS,
      options: { ...natsOptions(natsUrl), queue: 'spec', serializer: new ReplySerializer() },
      logger: nestLogger,
    } as never);
    await service.listen();
    nats = await connectNats(natsUrl, 'spec');
    asker = new Asker(nats);
    live = new Live(nats);
    abortForGoneCallers(live);
  });

  afterAll(async () => {
    await service.close();
    await nats.close();
  });

  it("is answered with the handler's result, and the handler knows the actor", async () => {
    const actor = { id: 'm1', role: 'manager' as const, managerId: 'm1', mqttAdmin: false };
    await expect(asker.ask(tanks.rename, { name: ' north ' }, { actor })).resolves.toEqual({
      name: 'north',
      by: 'm1',
    });
  });

  it('is aborted once its caller is gone, and others are not', async () => {
    const isWatching = new Promise<void>((resolve) => (watching = resolve));
    const requestId = randomUUID();
    const answer = asker.ask(tanks.watch, {}, { requestId });
    await isWatching;
    nats.publish('callers.gone', 'nonsense');
    tellCallerGone(live, randomUUID());
    await asker.ask(tanks.rename, { name: 'south' });
    tellCallerGone(live, requestId);
    expect(await answer).toBeNull();
  });

  it('is refused before the handler runs if it is invalid', async () => {
    await expect(asker.ask(tanks.rename, { name: 'x' })).rejects.toMatchObject({
      failure: { kind: 'invalid', fields: { name: expect.any(String) } },
    });
    await expect(asker.ask(tanks.rename, { name: 'tank', $set: 1 } as never)).rejects.toMatchObject({
      failure: { kind: 'bad-request' },
    });
  });

  it('can have an answer larger than a NATS message, compressed', async () => {
    const request = { tanks: 200_000 };
    const all = await asker.ask(tanks.all, request);
    expect(all).toHaveLength(request.tanks);
    expect(all.at(-1)).toBe('tänk 199999');
    const packed = await asker.askForJson(tanks.all, request);
    expect(packed).toBeInstanceOf(PackedJson);
    const { deflated, length } = packed as PackedJson;
    const json = await (packed as PackedJson).unpack();
    expect(json.toString()).toBe(JSON.stringify(all));
    expect(length).toBe(json.length);
    expect(length).toBeGreaterThan(1024 ** 2);
    expect(deflated.length).toBeLessThan(length / 3);
  });

  it('has a compressed answer if its call may be large, even a short one', async () => {
    const packed = await asker.askForJson(tanks.all, { tanks: 1 });
    expect((await (packed as PackedJson).unpack()).toString()).toBe('["tänk 0"]');
    expect(await asker.ask(tanks.all, { tanks: 1 })).toEqual(['tänk 0']);
  });

  it('can be answered in parts, with empty lists too', async () => {
    const empty = { full: [], leaking: [] };
    expect(await asker.ask(tanks.states, { tanks: 0 })).toEqual(empty);
    const packed = await asker.askForJson(tanks.states, { tanks: 5 });
    expect((await (packed as PackedJson).unpack()).toString()).toBe(
      JSON.stringify({ full: ['tänk 0', 'tänk 1', 'tänk 2', 'tänk 3', 'tänk 4'], leaking: [{ tank: 1 }] }),
    );
  });

  it('fails with the error of a part', async () => {
    await expect(asker.ask(tanks.states, { tanks: 13 })).rejects.toMatchObject({ code: 'TankIsEmpty' });
  });

  it('gets no more parts after its deadline', async () => {
    const data = {
      actor: SYSTEM,
      request: { tanks: 1_000_000 },
      requestId: randomUUID(),
      answerBy: Date.now() + 300,
    };
    const packet = JSON.stringify({ pattern: tanks.states.subject, id: data.requestId, data });
    const reply = await nats.request(tanks.states.subject, packet, PATIENT);
    expect(reply.json()).toMatchObject({ response: { failure: { kind: 'unavailable' } } });
  });

  it('fails with the error of the service', async () => {
    await expect(asker.ask(tanks.drain, {})).rejects.toMatchObject({
      code: 'TankIsEmpty',
      message: 'The tank is empty',
    });
  });

  it('gets no details of a bug', async () => {
    await expect(asker.ask(tanks.rename, { name: 'bug' })).rejects.toMatchObject({
      failure: { code: 'Internal', kind: 'internal', message: expect.not.stringContaining('secret') },
    });
  });

  it('fails at once if no service answers, and says when to retry', async () => {
    await expect(asker.ask(tanks.nobody, {})).rejects.toMatchObject({
      failure: { kind: 'unavailable', retryAfterS: expect.any(Number) },
    });
  });

  it('is not handled after its deadline', async () => {
    const data = { actor: SYSTEM, request: { name: 'late' }, requestId: randomUUID(), answerBy: Date.now() };
    const packet = JSON.stringify({ pattern: tanks.rename.subject, id: data.requestId, data });
    const reply = await nats.request(tanks.rename.subject, packet, PATIENT);
    expect(reply.json()).toMatchObject({ response: { failure: { kind: 'unavailable' } } });
    expect(renamed).not.toContain('late');
  });

  it('can return the bytes of the answer as they came', async () => {
    const requestId = randomUUID();
    const json = await asker.askForJson(tanks.rename, { name: 'Tänk ⚠ "2"' }, { requestId });
    expect(json.toString()).toBe(JSON.stringify({ name: 'Tänk ⚠ "2"', by: 'system' }));
    // The parts are found by Nest's format of a reply; a reply in another format is parsed.
    const data = { actor: SYSTEM, request: { name: 'north' }, requestId, answerBy: Date.now() + 60_000 };
    const packet = JSON.stringify({ pattern: tanks.rename.subject, id: requestId, data });
    const reply = await nats.request(tanks.rename.subject, packet, PATIENT);
    expect(reply.string()).toBe(
      `{"response":{"answer":{"name":"north","by":"system"}},"isDisposed":true,"id":"${requestId}"}`,
    );
  });

  it('can return JSON from a reply in another format, too', async () => {
    const other = call(subject('other'), z.strictObject({}), z.object({ name: z.string() }));
    nats.subscribe(other.subject, {
      callback: (_error, message) => {
        message.respond('{ "id": "1", "response": { "answer": {"name": "south"} } }');
      },
    });
    await nats.flush();
    expect((await asker.askForJson(other, {})).toString()).toBe('{"name":"south"}');
  });

  it('fails with the same errors if it wants JSON', async () => {
    await expect(asker.askForJson(tanks.drain, {})).rejects.toMatchObject({ code: 'TankIsEmpty' });
    await expect(asker.askForJson(tanks.nobody, {})).rejects.toMatchObject({ code: 'Unavailable' });
  });
});
