// Calls a side as fast as it answers, with autocannon, and checks each answer.
import autocannon from 'autocannon';
import { now, spreadOf } from '../../durations.ts';
import { answerParent } from '../../forked-program.ts';
import { isExactPage, ROWS, type ExpectedPage } from '../fleet.ts';
import type { Load, LoadResult } from './generator-messages.ts';

const TIMEOUT_S = 10;

/** Caches the bodies that `isRight` has accepted, because comparing takes long. */
const remembering = (isRight: (body: string) => boolean) => {
  const right = new Set<string>();
  return (body: string): boolean => {
    if (right.has(body)) return true;
    if (!isRight(body)) return false;
    right.add(body);
    return true;
  };
};

const isSession = (email: string) => (body: string) => {
  const { error, data } = JSON.parse(body) as {
    error: boolean;
    data: { user: { email: string }; token: string } | null;
  };
  return !error && data?.user.email === email && data.token.split('.').length === 3;
};

interface Request extends autocannon.Request {
  readonly isRight: (body: string) => boolean;
}

const requestsOf = (load: Load): Request[] => {
  if (load.kind === 'login') {
    const { email, password } = load;
    return [
      {
        method: 'POST',
        path: '/v1/user/login',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
        isRight: isSession(email),
      },
    ];
  }
  return load.pages.map((page: ExpectedPage) => ({
    method: 'GET',
    path: `/v1/device?limit=${ROWS}&offset=${page.offset}`,
    headers: { authorization: `Bearer ${load.token}` },
    isRight: remembering((body) => isExactPage(body, page)),
  }));
};

async function ask(load: Load): Promise<LoadResult> {
  const { url, connections, seconds } = load;
  let exact = 0;
  let failed = 0;
  let bytes = 0;
  let lastAt = 0;
  const latencies: number[] = [];
  const cpuBefore = process.cpuUsage();
  const beganAt = now();
  const requests = requestsOf(load).map(({ isRight, ...request }) => ({
    ...request,
    onResponse: (status: number, body: string) => {
      if (status === 200 && isRight(body)) exact++;
    },
  }));
  await new Promise<void>((resolve, reject) => {
    const instance = autocannon(
      { url, connections, duration: seconds, timeout: TIMEOUT_S, requests },
      (error) => (error ? reject(error as Error) : resolve()),
    );
    instance.on('response', (_client, _status, size, took) => {
      lastAt = now();
      latencies.push(took);
      bytes += size;
    });
    instance.on('reqError', () => failed++);
  });
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    answered: latencies.length,
    exact,
    failed,
    elapsedMs: lastAt - beganAt,
    latency: spreadOf(latencies),
    bytes: Math.round(bytes / latencies.length),
    cpuMs: (user + system) / 1_000,
  };
}

answerParent(ask);
