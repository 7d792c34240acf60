import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { MqttLogRow, UdpLogRow } from '@telemon/contracts/logs/message-logs';
import { alertLogOf } from '@telemon/testing/alert-log';
import type { GivenDevice } from '@telemon/testing/given';
import { MqttDevice } from '@telemon/testing/mqtt-device';
import { until } from '@telemon/testing/waiting';
import { sendDatagram } from '../datagrams.ts';
import { seriousViolationsInAnyLook, seriousViolationsInBothThemes } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

const PASSWORD = 'a password of theirs';

describe('the logs of messages', () => {
  const story = consoleStory();
  let given: GivenDevice;
  let device: MqttDevice;
  let manager: Steps;

  beforeAll(async () => {
    const { make, product } = story.installation;
    const maud = await make.manager({ name: 'Maud Manager', password: PASSWORD, mqttAdmin: 'Active' });
    const sensor = await make.sensorType(maud.id);
    given = await make.device(maud.id, [sensor.id]);
    device = await MqttDevice.connect(product.addresses.mqttPort, given.mqtt);
    manager = await story.signedIn(maud.email, PASSWORD);
  });
  afterAll(() => device?.end());

  it('show messages over MQTT, with the reason of a refusal, and pause while the user reads', async () => {
    const { page } = manager;
    await device.send('{"TC1":20.1}');
    await device.send('{"TC1":"warm"}');
    await page.getByRole('link', { name: 'MQTT Logs' }).click();
    const table = page.getByRole('table', { name: 'MQTT Logs' });
    await table.getByText('{"TC1":20.1}').waitFor();
    await table.getByText("Refused: TC1 can't be read").waitFor();
    await device.send('{"TC1":20.2}');
    await table.getByText('{"TC1":20.2}').waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});

    await page.setViewportSize({ width: 1440, height: 300 });
    // Over the menu, the wheel would scroll the menu.
    await table.hover();
    // The browser may lose a turn of the wheel while it draws the page in its new size.
    await until(
      async () => {
        await page.mouse.wheel(0, 300);
        return page.getByRole('button', { name: /^Paused/ }).isVisible();
      },
      { everyMs: 250, what: 'a log that is paused' },
    );
    await device.send('{"TC1":20.3}');
    await page.getByRole('button', { name: 'Paused · 1 new' }).click();
    await table.getByText('{"TC1":20.3}').waitFor();
    expect(await page.evaluate('window.scrollY')).toBe(0);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('trace a message to its stored readings and to the notices, and back from the alert log', async () => {
    const { api, make } = story.installation;
    const { page } = manager;
    const { deviceName } = given.device;
    await make.alert(deviceName);
    await device.send('{"TC1":51.5}');
    await until(async () => (await alertLogOf(api, deviceName)).length > 0, { what: 'the firing' });
    // The log may be behind, and a trace that was looked up is not looked up again.
    await until(async () => {
      const { mqttLogs } = await api.get<{ mqttLogs: MqttLogRow[] }>('/mqttLog?search=51.5');
      return mqttLogs.length > 0;
    });
    await page.getByRole('link', { name: 'Manage Alerts' }).click();
    await page.getByRole('tab', { name: 'Alert Log' }).click();
    await manager.row(deviceName).first().getByRole('link', { name: 'Trace' }).click();
    const trace = page.getByRole('dialog', { name: 'Trace of a Message' });
    await trace.getByText('{"TC1":51.5}').waitFor();
    await trace.getByText(/^Stored for /).waitFor();
    await trace.getByText(/above 10: 51\.5, the condition holds$/).waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    await page.keyboard.press('Escape');

    await page.getByRole('link', { name: 'MQTT Logs' }).click();
    const table = page.getByRole('table', { name: 'MQTT Logs' });
    await table.getByText('{"TC1":51.5}').first().waitFor();
    await page.getByRole('row', { name: /51\.5/ }).last().getByRole('link', { name: 'Trace' }).click();
    await trace.getByText('TC1', { exact: true }).waitFor();
    await trace.getByText('51.5', { exact: true }).first().waitFor();
    await page.keyboard.press('Escape');
    await trace.waitFor({ state: 'detached' });
  });

  it('show datagrams, of unknown devices only to an admin', async () => {
    const { api } = story.installation;
    const { page } = manager;
    const { deviceName } = given.device;
    const reasonOf = async (message: string) => {
      const path = `/udpLog?search=${encodeURIComponent(message)}`;
      const { udpLogs } = await api.get<{ udpLogs: UdpLogRow[] }>(path);
      return udpLogs.find((row) => row.message === message)?.reason;
    };
    await until(
      async () => {
        await sendDatagram(story.installation, `${deviceName},TC1=7`);
        await sendDatagram(story.installation, 'nobody-knows-it,TC1=8');
        return (
          (await reasonOf(`${deviceName},TC1=7`)) === null &&
          (await reasonOf('nobody-knows-it,TC1=8')) === 'there is no such device'
        );
      },
      { everyMs: 250 },
    );
    await page.getByRole('link', { name: 'UDP Logs' }).click();
    const table = page.getByRole('table', { name: 'UDP Logs' });
    await table.getByText(`${deviceName},TC1=7`).first().waitFor();
    expect(await table.getByText('nobody-knows-it').count()).toBe(0);
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('are deleted as far as they are of the manager’s own devices', async () => {
    const { api, make, managerId, product } = story.installation;
    const { page } = manager;
    const other = await make.device(managerId, [(await make.sensorType(managerId)).id]);
    const foreign = await MqttDevice.connect(product.addresses.mqttPort, other.mqtt);
    await foreign.send('{"TC1":1}');
    const topics = async () => {
      const { mqttLogs } = await api.get<{ mqttLogs: MqttLogRow[] }>('/mqttLog?limit=100');
      return new Set(mqttLogs.map(({ deviceName }) => deviceName));
    };
    await until(async () => (await topics()).has(other.device.deviceName));
    foreign.end();
    await page.getByRole('link', { name: 'MQTT Logs' }).click();
    // Until this page is drawn, the one before it still has a button of the same name.
    await page.getByRole('table', { name: 'MQTT Logs' }).waitFor();
    await page.getByRole('button', { name: 'Delete All' }).click();
    const question = page.getByRole('alertdialog', { name: 'Are You Sure ?' });
    await question.getByText(/messages of the log will be deleted/).waitFor();
    expect(await seriousViolationsInBothThemes(page)).toEqual({});
    await question.getByRole('button', { name: 'Yes' }).click();
    await manager.hears('Logs deleted!');
    await page.getByText('No message has come over MQTT yet').waitFor();
    expect(await topics()).toEqual(new Set([other.device.deviceName]));
    expect(story.errors()).toEqual([]);
  });
});
