/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { aHomeDevice, minutesAgo } from '../../testing/dashboards.ts';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { dialog, row } from '../../testing/screen-steps.ts';
import { aDeviceToChoose, anEntry, anEvent } from '../../testing/things.ts';
import { i18nProvider } from './i18n-provider.ts';

const IN_FRENCH = /Actuelle|Au-dessus/;

beforeEach(() => i18nProvider.changeLocale('fr'));
afterEach(() => i18nProvider.changeLocale('en'));

describe('the values of a contract, in French', () => {
  it('are translated in lists', async () => {
    const event = { ...anEvent('e1', 'tank1'), valueType: 'Average', eventType: 'Below' } as const;
    v1.answer('GET /event', { events: [event], pagination: { totalCount: 1 } });
    openConsole('/dashboard/event', MAUD);
    const cells = within(await row('tank1')).getAllByRole('cell');
    const texts = cells.map(({ textContent }) => textContent);
    expect(texts).toEqual(expect.arrayContaining(['Moyenne', 'Au-dessous']));
  });

  it('are translated in forms', async () => {
    v1.answer('GET /getAllDevice', { deviceTable: ['tank1'].map(aDeviceToChoose) });
    openConsole('/dashboard/event/create', MAUD);
    const choices = within(await dialog()).getAllByText(IN_FRENCH);
    expect(choices.map(({ textContent }) => textContent)).toEqual(['Actuelle', 'Au-dessus']);
  });

  it('are translated in the words about a firing', async () => {
    const deviceData = [aHomeDevice('tank1', { status: 1 })];
    v1.answer('GET /dashboard/', { deviceData, mapData: [], buildingData: [] });
    const entry = { ...anEntry('l1', 'tank1'), triggeredAt: minutesAgo(12), clearedAt: null };
    v1.answer('GET /alertLog', { alertLogs: [entry], pagination: { totalCount: 1 } });
    openConsole('/dashboard/home?view=cards', MAUD);
    await screen.findByText(/^Au-dessus de 30.°C depuis 1[12].min$/);
  });
});
