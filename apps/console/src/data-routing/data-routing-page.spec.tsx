/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react/pure';
import { openConsole, v1 } from '../../testing/open-console.tsx';
import { ADA } from '../../testing/people.ts';
import { button } from '../../testing/screen-steps.ts';

const PAGE = '/dashboard/data-routing';
const URL = 'http://flows.example.com:1880/red/';

const frame = () => screen.findByTitle<HTMLIFrameElement>('Flow editor');

beforeEach(() => v1.answer('GET /dataRouting', { url: URL, problem: null }));

describe('Data Routing', () => {
  it('frames the editor with the rights that it needs, and no others', async () => {
    openConsole(PAGE, ADA);
    const framed = await frame();
    expect(framed.src).toBe(URL);
    expect(framed.getAttribute('sandbox')?.split(' ').sort()).toEqual([
      'allow-downloads',
      'allow-forms',
      'allow-modals',
      'allow-same-origin',
      'allow-scripts',
    ]);
    expect(framed.getAttribute('referrerpolicy')).toBe('no-referrer');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('also offers the editor in a tab of its own, without a way back to this one', async () => {
    openConsole(PAGE, ADA);
    const link = await screen.findByRole<HTMLAnchorElement>('link', { name: 'Open in a new tab' });
    expect([link.href, link.target, link.rel]).toEqual([URL, '_blank', 'noopener noreferrer']);
  });

  it('says which setting is missing', async () => {
    v1.answer('GET /dataRouting', { url: null, problem: null });
    openConsole(PAGE, ADA);
    await screen.findByRole('heading', { name: 'No flow editor is set up' });
    screen.getByText(/Set DATA_ROUTING_URL/);
    expect(document.querySelector('iframe')).toBeNull();
  });

  it.each([
    ['silent', /does not answer/],
    ['unreachable', /no connection to/],
    ['failing', /answers with an error/],
    ['refusesFrames', /X-Frame-Options/],
    ['elsewhere', /leads to another site/],
  ] as const)('says that the editor is %s, and shows what the browser has', async (problem, words) => {
    v1.answer('GET /dataRouting', { url: URL, problem });
    openConsole(PAGE, ADA);
    await screen.findByText(words);
    await frame();
  });

  it('asks again, and loads the frame again, on Retry', async () => {
    v1.answer('GET /dataRouting', { url: URL, problem: 'unreachable' });
    const user = openConsole(PAGE, ADA);
    const first = await frame();
    v1.answer('GET /dataRouting', { url: URL, problem: null });
    await user.click(await button('Retry'));
    await waitFor(() => expect(screen.queryByText(/no connection to/)).toBeNull());
    expect(await frame()).not.toBe(first);
  });

  it('does not frame an editor on its own site', async () => {
    v1.answer('GET /dataRouting', { url: `${window.location.origin}/red/`, problem: null });
    openConsole(PAGE, ADA);
    await screen.findByText(/could read your session/);
    expect(document.querySelector('iframe')).toBeNull();
  });

  it('says why it has no answer, and asks again', async () => {
    v1.refuse('GET /dataRouting', { status: 500, message: 'Something went wrong' });
    const user = openConsole(PAGE, ADA);
    await screen.findByText(/Something went wrong/);
    v1.answer('GET /dataRouting', { url: URL, problem: null });
    await user.click(await button('Retry'));
    await frame();
  });
});
