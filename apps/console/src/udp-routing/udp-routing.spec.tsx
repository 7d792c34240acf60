/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { UdpRoute } from '@telemon/contracts/udp-router/udp-routes';
import { screen, waitFor, within } from '@testing-library/react/pure';
import { widenTo } from '../../testing/browser.ts';
import { minutesAgo } from '../../testing/dashboards.ts';
import { pageOfRows } from '../../testing/lists.ts';
import { openConsole, path, v1 } from '../../testing/open-console.tsx';
import { ADA } from '../../testing/people.ts';
import {
  addLink,
  chooseFile,
  columns,
  confirmation,
  dialog,
  field,
  fill,
  fillIn,
  hasFocus,
  hears,
  row,
  rowNow,
} from '../../testing/screen-steps.ts';
import { aDeviceToChoose, aUdpRoute } from '../../testing/things.ts';

const PAGE = '/dashboard/udp-routing';
const PEM = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBszCCAVmgAwIBAgIUQ0x2b3Jt',
  'c2FtcGxl',
  '-----END CERTIFICATE-----',
];

let routes: UdpRoute[];

beforeEach(() => {
  routes = [
    aUdpRoute('r1', 'freezer1'),
    {
      ...aUdpRoute('r2', 'tank1'),
      host: 'away.example.com',
      state: {
        name: 'retrying',
        since: minutesAgo(3),
        reason: 'The host’s name cannot be resolved',
      },
      waiting: 1_200,
      dropped: 1,
    },
  ];
  v1.answer('GET /udp', (query) => {
    const { rows, pagination } = pageOfRows(routes, query);
    return { udpRoutes: rows, pagination };
  });
  v1.answer('DELETE /udp/:id', ({ id }) => {
    routes = routes.filter((one) => one.id !== id);
    return null;
  });
  v1.answer('POST /udp', ({ deviceId, host, port, topic }) => {
    const made = { ...aUdpRoute('r3', deviceId), host, port, topic };
    routes.push(made);
    return made;
  });
  v1.answer('GET /getAllDevice', { deviceTable: ['freezer1', 'tank1'].map(aDeviceToChoose) });
});

describe('the UDP rules', () => {
  it('are listed under All Rules, with the documented columns, the topic and the state', async () => {
    openConsole(PAGE, ADA);
    const shown = within(await row('freezer1'));
    screen.getByRole('heading', { name: 'All Rules' });
    screen.getByText('Datagrams that go on to other systems');
    expect(await columns()).toEqual(['SNo', 'Device ID', 'Host', 'Port', 'Topic', 'State', 'Action']);
    const texts = shown.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(texts.slice(0, 5)).toEqual(['1', 'freezer1', 'broker.example.com', '1883', 'plant/pumps']);
    expect(shown.getByRole('link', { name: 'freezer1' }).getAttribute('href')).toBe(
      '/dashboard/info/freezer1',
    );
    shown.getByText(/^Connected since /);
  });

  it('say since when and why a target is not reached, and how much waits for it', async () => {
    openConsole(PAGE, ADA);
    const shown = within(await row('tank1'));
    shown.getByText(/^Retrying since /);
    shown.getByText('The host’s name cannot be resolved');
    shown.getByText('1,200 waiting · 1 dropped');
  });

  it('show the certificate that vouches for the broker, where the user chooses that', async () => {
    routes[0]!.tlsEnabled = true;
    routes[0]!.certificate = {
      subject: 'CN=broker.example.com',
      issuer: 'CN=Plant CA',
      validTo: '2027-03-01T12:00:00.000Z',
      fingerprint: 'AB:CD',
    };
    const user = openConsole(PAGE, ADA);
    await row('freezer1');
    await user.click(await screen.findByRole('button', { name: 'Columns' }));
    await user.click(await screen.findByRole('switch', { name: 'TLS' }));
    await user.keyboard('{Escape}');
    const shown = within(await row('freezer1'));
    await shown.findByText('CN=broker.example.com');
    shown.getByText('until Mar 1, 2027');
    within(await row('tank1')).getByText('Not encrypted');
  });

  it('are cards on a phone', async () => {
    widenTo(390);
    openConsole(PAGE, ADA);
    const card = within((await screen.findByRole('link', { name: 'tank1' })).closest('li')!);
    card.getByText('away.example.com');
    card.getByRole('button', { name: 'Delete Rule' });
  });

  it('are deleted after a confirmation that names the target', async () => {
    const user = openConsole(PAGE, ADA);
    await user.click(within(await row('tank1')).getByRole('button', { name: 'Delete Rule' }));
    const question = within(await confirmation());
    question.getByText(
      'Datagrams of tank1 are forwarded to away.example.com:1883 no more. Those that still wait for it are dropped.',
    );
    await user.click(question.getByRole('button', { name: 'Yes' }));
    await hears('Deleted!');
    await waitFor(() => expect(rowNow('tank1')).toBeUndefined());
    expect(v1.askedOf('DELETE /udp/:id')).toEqual([{ id: 'r2' }]);
  });

  it('have a picture while there are none, which leads to the form', async () => {
    routes = [];
    const user = openConsole(PAGE, ADA);
    await screen.findByText('No rules yet');
    await user.click(await addLink('Add Rule'));
    await dialog('Add Rule');
    expect(path()).toBe(`${PAGE}/create`);
  });
});

describe('the form that adds a UDP rule', () => {
  const open = async (search = '') => {
    const user = openConsole(`${PAGE}/create${search}`, ADA);
    const form = await dialog('Add Rule');
    const add = within(form).getByRole('button', { name: 'Add Rule' });
    const turnOn = (name: string) => user.click(within(form).getByRole('switch', { name }));
    return { user, form, add, turnOn };
  };
  const TARGET = { Host: 'broker.example.com', Port: '1883', Topic: 'plant/tanks' };
  const NO_MESSAGES = {
    connectMessage: null,
    disconnectMessage: null,
    connectTopic: null,
    disconnectTopic: null,
    connectRetain: null,
    disconnectRetain: null,
  };
  const MESSAGES = 'Messages when connecting and disconnecting';

  it('requires device, host, port and topic', async () => {
    const { user, form, add } = await open();
    await user.click(add);
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(4));
    await hasFocus(() => field(form, 'Device ID'));
    expect(within(form).queryByLabelText(/^Connect Message/)).toBeNull();
    expect(within(form).queryByLabelText(/^Certificate/)).toBeNull();
    expect(v1.askedOf('POST /udp')).toEqual([]);
  });

  it('sends its flags as documented, and no fields that are switched off', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, TARGET);
    await user.click(add);
    await hears('Rule Created!');
    expect(v1.askedOf('POST /udp')).toEqual([
      {
        deviceId: 'tank1',
        host: 'broker.example.com',
        port: 1883,
        topic: 'plant/tanks',
        prePostEnable: '0',
        tlsEnabled: '0',
        certificate: null,
        ...NO_MESSAGES,
      },
    ]);
    await row('plant/tanks');
    expect(path()).toBe(PAGE);
  });

  it('asks for messages, topics and retain flags where they are enabled', async () => {
    const { user, form, add, turnOn } = await open('?device=tank1');
    await fillIn(user, form, TARGET);
    await turnOn(MESSAGES);
    await user.click(add);
    await waitFor(() => expect(within(form).getAllByText('This field is required')).toHaveLength(4));
    await fillIn(user, form, {
      'Connect Message': 'on',
      'Connect Topic': 'plant/gateway',
      'Disconnect Message': 'off',
      'Disconnect Topic': 'plant/gateway',
    });
    await turnOn('Connect Retain');
    await user.click(add);
    await hears('Rule Created!');
    expect(v1.askedOf('POST /udp')).toMatchObject([
      {
        prePostEnable: '1',
        connectMessage: 'on',
        connectTopic: 'plant/gateway',
        connectRetain: '1',
        disconnectMessage: 'off',
        disconnectTopic: 'plant/gateway',
        disconnectRetain: '0',
      },
    ]);
  });

  it('asks for a certificate over TLS, names the line at fault, and sends it line by line', async () => {
    const { user, form, add, turnOn } = await open('?device=tank1');
    await fillIn(user, form, TARGET);
    await turnOn('TLS');
    await user.click(add);
    await within(form).findByText('certificate is a required field');
    const pasted = field<HTMLTextAreaElement>(form, 'Certificate');
    await fill(user, pasted, `${PEM.join('\n')}\n-----BEGIN PRIVATE KEY-----`);
    await user.click(add);
    await within(form).findByText('Line 5 belongs to a private key; give certificates alone');
    await fill(user, pasted, `\n${PEM.join('\r\n')}\n\n`);
    await user.click(add);
    await hears('Rule Created!');
    expect(v1.askedOf('POST /udp')).toMatchObject([{ tlsEnabled: '1', certificate: { list: PEM } }]);
  });

  it('takes the certificate from a file', async () => {
    const { user, form, add, turnOn } = await open('?device=tank1');
    await fillIn(user, form, TARGET);
    await turnOn('TLS');
    const input = form.querySelector<HTMLInputElement>('input[type=file]')!;
    await chooseFile(user, input, new File([PEM.join('\n')], 'picture.png'));
    await within(form).findByText('picture.png is not one of .pem, .crt, .cer.');
    await chooseFile(user, input, new File([PEM.join('\n')], 'ca.pem'));
    await waitFor(() => expect(field<HTMLTextAreaElement>(form, 'Certificate').value).toBe(PEM.join('\n')));
    await user.click(add);
    await hears('Rule Created!');
    expect(v1.askedOf('POST /udp')).toMatchObject([{ certificate: { list: PEM } }]);
  });

  it('stays open with the message of the service', async () => {
    const { user, form, add } = await open('?device=tank1');
    await fillIn(user, form, TARGET);
    v1.refuseOnce('POST /udp', {
      status: 422,
      message: 'Telemon may only connect to public addresses',
      fields: { host: 'Telemon may only connect to public addresses' },
    });
    await user.click(add);
    await within(await within(form).findByRole('alert')).findByText(
      'Telemon may only connect to public addresses',
    );
    await hasFocus(() => field(form, 'Host'));
  });
});
