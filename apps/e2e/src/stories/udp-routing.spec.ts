import { beforeAll, describe, expect, it } from '@jest/globals';
import { newCertificate } from '@telemon/testing/certificate';
import type { Page } from 'playwright-core';
import { seriousViolationsInAnyLook } from './console-page.ts';
import { consoleStory, type Steps } from './console-story.ts';

describe('UDP routing', () => {
  const story = consoleStory();
  let admin: Steps;
  let page: Page;
  let deviceName: string;

  beforeAll(async () => {
    const { make, managerId, product } = story.installation;
    const { id } = await make.sensorType(managerId);
    ({
      device: { deviceName },
    } = await make.device(managerId, [id]));
    admin = await story.signedIn(product.addresses.adminEmail, product.addresses.adminPassword);
    ({ page } = admin);
  });

  it('asks for a certificate over TLS', async () => {
    await page.getByRole('link', { name: 'UDP Routing' }).click();
    await page.getByRole('heading', { name: 'UDP Routing', level: 1 }).waitFor();
    await page.goto(`/dashboard/udp-routing/create?device=${deviceName}`);
    const form = admin.dialog();
    await form.getByLabel('Host').fill('broker.invalid');
    await form.getByLabel('Port').fill('8883');
    await form.getByLabel('Topic', { exact: true }).fill('plant/pumps');
    await form.getByRole('switch', { name: 'TLS' }).click();
    await form.getByRole('button', { name: 'Add Rule' }).click();
    await form.getByText('certificate is a required field').waitFor();
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('adds a rule whose host has no address yet, and says so', async () => {
    const form = admin.dialog();
    await form.getByLabel('Certificate', { exact: true }).fill(String(newCertificate('broker.invalid').cert));
    await form.getByRole('button', { name: 'Add Rule' }).click();
    await admin.hears('Rule Created!');
    const row = admin.row(deviceName);
    await row.getByText('Retrying since').waitFor();
    await row.getByText('The host’s name cannot be resolved').waitFor();
  });

  it('has the documented columns, and no serious accessibility violation', async () => {
    expect(await admin.columns()).toEqual(['SNo', 'Device ID', 'Host', 'Port', 'Topic', 'State', 'Action']);
    expect(await seriousViolationsInAnyLook(page)).toEqual({});
  });

  it('deletes a rule', async () => {
    await admin.remove(deviceName, 'Rule');
    await admin.hears('Deleted!');
    await admin.row(deviceName).waitFor({ state: 'detached' });
  });

  it('causes no error on the page', () => {
    expect(story.errors()).toEqual([]);
  });
});
