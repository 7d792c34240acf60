import { get } from 'node:http';

/** Whether an address of this machine answers with a good status in time. */
export const answersOk = (url: string, timeoutMs = 3_000): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: timeoutMs }, (response) => {
      response.resume();
      resolve((response.statusCode ?? 500) < 300);
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(false));
    request.on('close', () => resolve(false));
  });
