/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react/pure';
import { openPart } from '../../testing/open-part.tsx';
import { ADA } from '../../testing/people.ts';
import { EditorFrame } from './editor-frame.tsx';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the frame of the flow editor', () => {
  it('says that the editor has not answered for ten seconds, until it has loaded', async () => {
    openPart(<EditorFrame url="http://flows.example.com/" />, { resource: 'data-routing', user: ADA });
    await act(() => jest.advanceTimersByTimeAsync(9_000));
    expect(screen.queryByRole('alert')).toBeNull();
    screen.getByRole('progressbar', { name: 'The flow editor is loading' });
    await act(() => jest.advanceTimersByTimeAsync(1_000));
    screen.getByText(/has not answered your browser for ten seconds/);
    fireEvent.load(screen.getByTitle('Flow editor'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });
});
