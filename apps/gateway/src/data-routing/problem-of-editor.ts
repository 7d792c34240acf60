import type { EditorProblem } from '@telemon/contracts/gateway/data-routing';

/** How long the editor's page may take, ms; within the time that a call has. */
const PATIENCE_MS = 3_000;
const MOST_REDIRECTS = 5;

/**
 * Why a browser could not show the flow editor in a frame, from the headers that its server answers this machine with; null if nothing
 * speaks against it. A page can't find out by itself: for the browser, a frame that was refused has loaded.
 */
export const problemOfEditor = async (
  address: string,
  patienceMs = PATIENCE_MS,
): Promise<EditorProblem | null> => {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    return await problemAt(new URL(address), signal, MOST_REDIRECTS);
  } catch {
    return signal.aborted ? 'silent' : 'unreachable';
  }
};

const problemAt = async (
  address: URL,
  signal: AbortSignal,
  redirectsLeft: number,
): Promise<EditorProblem | null> => {
  const { status, headers, body } = await fetch(address, {
    redirect: 'manual',
    headers: { accept: 'text/html' },
    signal,
  });
  await body?.cancel();
  const next = headers.get('location');
  if (status >= 300 && status < 400 && next !== null) {
    const target = new URL(next, address);
    if (target.origin !== address.origin) return 'elsewhere';
    return redirectsLeft > 0 ? problemAt(target, signal, redirectsLeft - 1) : 'failing';
  }
  // With 401, the browser asks for the login.
  if (status >= 400 && status !== 401) return 'failing';
  return refusesFrames(headers) ? 'refusesFrames' : null;
};

const refusesFrames = (headers: Headers): boolean => {
  const policy = headers.get('content-security-policy') ?? '';
  const ancestors = /(?:^|[;,])\s*frame-ancestors\s+([^;,]*)/i.exec(policy)?.[1]?.trim();
  // Beside frame-ancestors, browsers ignore X-Frame-Options. A list of sites may or may not have Telemon's.
  if (ancestors !== undefined) return /^'(none|self)'$/i.test(ancestors);
  return /^\s*(deny|sameorigin)\b/i.test(headers.get('x-frame-options') ?? '');
};
