/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { expect, it } from '@jest/globals';
import { screen } from '@testing-library/react/pure';
import { Suspense } from 'react';
import { openPart } from '../../testing/open-part.tsx';
import { MAUD } from '../../testing/people.ts';
import { lazyPart } from './lazy-part.tsx';
import { PartToCome } from './part-to-come.tsx';

it('A part that cannot be loaded says that there is no connection, and comes by itself', async () => {
  const network = { isLost: true };
  const Part = lazyPart(async () => {
    if (network.isLost) throw new Error('Failed to fetch dynamically imported module');
    return { default: () => <p>The part</p> };
  });
  openPart(
    <Suspense fallback={<PartToCome>Wait</PartToCome>}>
      <Part />
    </Suspense>,
    { resource: 'location', user: MAUD },
  );
  await screen.findByText('Wait');
  await screen.findByRole('heading', { name: 'No connection' });
  expect(screen.queryByText('Wait')).toBeNull();
  network.isLost = false;
  window.dispatchEvent(new Event('online'));
  await screen.findByText('The part');
});
