/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { BlockedTopic } from '@telemon/contracts/logs/blocked-topics';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { Suspense } from 'react';
import { Link, Route, Routes } from 'react-router';
import { Refused } from '../../testing/fake-v1.ts';
import { pageOfRows } from '../../testing/lists.ts';
import { address, v1 } from '../../testing/open-console.tsx';
import { openPart } from '../../testing/open-part.tsx';
import { ADA, MAUD } from '../../testing/people.ts';
import {
  addLink,
  button,
  columns,
  confirmation,
  dialog,
  field,
  fill,
  hasFocus,
  hears,
  row,
  rowNow,
} from '../../testing/screen-steps.ts';
import { BlockTopicButton, blockTopicsDialog } from './block-topics-here.tsx';

const PAGE = '/dashboard/mqttLogs';
const LIST = 'GET /mqttLog/blockTopic';
const ADD = 'POST /mqttLog/blockTopic';
const DELETE = 'DELETE /mqttLog/blockTopic/:id';

/** The newest first. */
let topics: BlockedTopic[];

beforeEach(() => {
  topics = [{ id: 't1', topic: 'devices/pump01/image' }];
  v1.answer(LIST, (query) => {
    const { rows, pagination } = pageOfRows(topics, query);
    return { blockedTopics: rows, pagination };
  });
  v1.answer(ADD, ({ topicName }) => {
    if (topics.some(({ topic }) => topic === topicName)) {
      const message = 'This topic is blocked already';
      throw new Refused({ status: 409, message, fields: { topicName: message } });
    }
    const made = { id: `t${topics.length + 1}`, topic: topicName };
    topics.unshift(made);
    return made;
  });
  v1.answer(DELETE, ({ id }) => {
    topics = topics.filter((one) => one.id !== id);
    return null;
  });
});

/** A page with the button and the dialog, as that of the MQTT logs. */
const openPage = (user = ADA) =>
  openPart(
    <>
      <BlockTopicButton />
      <Link to={`${PAGE}/blockTopic`}>By address</Link>
      <Suspense fallback={null}>
        <Routes>
          {blockTopicsDialog}
          <Route path="*" element={null} />
        </Routes>
      </Suspense>
    </>,
    { resource: 'mqttLogs', user },
  ).user;

const openDialog = async () => {
  const user = openPage();
  await user.click(await addLink('Block Topic'));
  const opened = await dialog('Block Topics');
  return { user, opened, topic: field(opened, 'Topic') };
};
const save = (opened: HTMLElement) => within(opened).getByRole('button', { name: 'Block Topic' });

describe('the dialog Block Topics', () => {
  it('has its own address, and lists ids and topics', async () => {
    const { user } = await openDialog();
    expect(address()).toBe(`${PAGE}/blockTopic`);
    const shown = await row('devices/pump01/image');
    expect(shown.textContent).toContain('t1');
    expect(await columns()).toEqual(['Id', 'Topic', 'Options']);
    expect(screen.queryByRole('navigation', { name: 'pagination navigation' })).toBeNull();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe(PAGE);
  });

  it('has four topics on a page, with a pager of its own', async () => {
    topics = Array.from({ length: 5 }, (_, place) => ({ id: `t${place}`, topic: `tanks/${place}/#` }));
    const { user } = await openDialog();
    await row('tanks/3/#');
    expect(rowNow('tanks/4/#')).toBeUndefined();
    await user.click(await button('Go to page 2'));
    await row('tanks/4/#');
    expect(rowNow('tanks/3/#')).toBeUndefined();
    expect(address()).toBe(`${PAGE}/blockTopic`);
    expect(v1.askedOf(LIST).at(-1)).toMatchObject({ limit: '4', offset: '4' });
  });

  it('shows that nothing is blocked', async () => {
    topics = [];
    await openDialog();
    await screen.findByText('No topic is blocked');
  });

  it('is only for an admin, at every address', async () => {
    const user = openPage({ ...MAUD, mqttAdmin: 'Active' });
    await user.click(await addLink('By address'));
    await waitFor(() => expect(address()).toBe(PAGE));
    expect(screen.queryByRole('link', { name: 'Block Topic' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(v1.askedOf(LIST)).toEqual([]);
  });
});

describe('the form that blocks a topic', () => {
  it('blocks one topic after the other', async () => {
    const { user, opened, topic } = await openDialog();
    await fill(user, topic, ' devices/+/image');
    await user.click(save(opened));
    await hears('Topic Blocked!');
    await row('devices/+/image');
    await hasFocus(() => field(opened, 'Topic'));
    expect(field(opened, 'Topic').value).toBe('');
    await fill(user, field(opened, 'Topic'), '#');
    await user.click(save(opened));
    await waitFor(() =>
      expect(v1.askedOf(ADD)).toEqual([{ topicName: ' devices/+/image' }, { topicName: '#' }]),
    );
    expect(address()).toBe(`${PAGE}/blockTopic`);
  });

  it('requires a topic that MQTT allows', async () => {
    const { user, opened, topic } = await openDialog();
    await user.click(save(opened));
    await within(opened).findByText('This field is required');
    await hasFocus(() => topic);
    await fill(user, topic, 'devices/#/image');
    await within(opened).findByText('A # stands alone in the last level');
    await fill(user, topic, 'devices/pump+/image');
    await within(opened).findByText('A + stands for a whole level, between slashes');
    expect(v1.askedOf(ADD)).toEqual([]);
  });

  it("shows the service's error once, at the field, until the topic is changed", async () => {
    const { user, opened, topic } = await openDialog();
    await row('devices/pump01/image');
    await fill(user, topic, 'devices/pump01/image');
    await user.click(save(opened));
    await within(opened).findByText(/^This topic is blocked already/);
    await hasFocus(() => topic);
    await user.clear(topic);
    await within(opened).findByText('This field is required');
    expect(within(opened).queryByText(/^This topic is blocked already/)).toBeNull();
  });

  it('shows an error that is not of the topic below, until the topic is changed', async () => {
    const { user, opened, topic } = await openDialog();
    await fill(user, topic, 'tanks/#');
    v1.refuseOnce(ADD, { status: 503, message: 'This is not available right now' });
    await user.click(save(opened));
    await within(opened).findByText(/^This is not available right now/);
    await user.type(topic, 'x');
    await waitFor(() => expect(within(opened).queryByText(/^This is not available right now/)).toBeNull());
  });

  it('keeps a refused topic until the user discards it', async () => {
    const { user, opened, topic } = await openDialog();
    await fill(user, topic, 'devices/pump01/image');
    await user.click(save(opened));
    await within(opened).findByText(/^This topic is blocked already/);
    expect(topic.value).toBe('devices/pump01/image');
    await user.keyboard('{Escape}');
    await screen.findByRole('alertdialog', { name: 'Discard what was typed?' });
    await user.click(await button('Keep typing'));
    await hasFocus(() => topic);
    await user.keyboard('{Escape}');
    await user.click(await button('Discard'));
    await waitFor(() => expect(address()).toBe(PAGE));
  });
});

describe('a blocked topic', () => {
  it('is deleted after a confirmation', async () => {
    const { user } = await openDialog();
    await user.click(
      within(await row('devices/pump01/image')).getByRole('button', { name: 'Delete Blocked Topic' }),
    );
    const question = within(await confirmation());
    question.getByText(/^Messages on devices\/pump01\/image will be stored and logged again/);
    await user.click(question.getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await screen.findByText('No topic is blocked');
    expect(v1.askedOf(DELETE)).toEqual([{ id: 't1' }]);
  });
});
