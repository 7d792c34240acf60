/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA, MAUD } from '../../testing/people.ts';
import { i18nProvider } from '../texts/i18n-provider.ts';

const GB = 1024 ** 3;
const LOW = { totalBytes: 100 * GB, freeBytes: 9.25 * GB, daysLeft: 4.26, isLow: true };
const open = async (user: typeof ADA) => {
  v1.answer('GET /user/:id', user);
  openConsole('/dashboard/profile', user);
};

afterEach(() => i18nProvider.changeLocale('en'));

describe('a disk that will be full soon', () => {
  it('is shown to admins on every page, with the days until it is full', async () => {
    v1.answer('GET /disk', LOW);
    await open(ADA);
    const notice = await screen.findByText(/The disk of the database is filling up/);
    expect(notice.textContent).toContain(
      '9.3 GB of 100 GB are free. At the growth of the last day it will be full in 4.3 days.',
    );
    expect(notice.textContent).toContain('READINGS_KEPT_DAYS');
  });

  it('is shown in French, without days if the growth is unknown', async () => {
    await i18nProvider.changeLocale('fr');
    v1.answer('GET /disk', { ...LOW, daysLeft: null });
    await open(ADA);
    const notice = await screen.findByText(/Le disque de la base de données se remplit/);
    expect(notice.textContent).not.toContain('jours');
  });

  it('is not requested for a manager', async () => {
    await open(MAUD);
    await screen.findByText('Live');
    expect(v1.askedOf('GET /disk')).toEqual([]);
  });

  it('is not shown while there is space', async () => {
    v1.answer('GET /disk', { ...LOW, isLow: false });
    await open(ADA);
    await screen.findByText('Live');
    await waitFor(() => expect(v1.askedOf('GET /disk')).not.toEqual([]));
    expect(screen.queryByText(/The disk of the database/)).toBeNull();
  });
});
