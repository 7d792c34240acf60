import { readSession } from './data/session.ts';

// The first script is this small so that the browser fetches all others at once, and the console in parallel with the sign-in
// page.
if (readSession() !== null) import('./console.tsx').catch(() => undefined);
void import('./main.tsx');
