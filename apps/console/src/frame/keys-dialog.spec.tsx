/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react/pure';
import { openConsole } from '../../testing/open-console.tsx';
import { MAUD } from '../../testing/people.ts';
import { dialog } from '../../testing/screen-steps.ts';

it("The dialog of the keys names the chart's keys, too", async () => {
  const user = openConsole('/dashboard/profile', MAUD);
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('?');
  const keys = within(await dialog('Keys')).getAllByRole('term');
  const shown = keys.map(({ textContent, nextSibling }) => [textContent, nextSibling!.textContent]);
  expect(shown.slice(-4)).toEqual([
    ['+', 'Chart: zoom in'],
    ['−', 'Chart: zoom out'],
    ['0', 'Chart: the whole range'],
    ['Shift←→', 'Chart: earlier or later'],
  ]);
});
