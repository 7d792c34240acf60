import { readSession } from './data/session.ts';

// The page's first script is this short so that a browser fetches all others at once, and the console beside the sign-in page.
if (readSession() !== null) import('./console.tsx').catch(() => undefined);
void import('./main.tsx');
