import { get } from 'node:http';

interface Answer {
  readonly isOk: boolean;
  readonly body: string;
}

const NO_ANSWER: Answer = { isOk: false, body: '' };

/** GETs a local address. Without an answer in time, returns one that is empty and not ok. */
export const answerOf = (url: string, timeoutMs = 3_000): Promise<Answer> =>
  new Promise((resolve) => {
    const request = get(url, { agent: false, timeout: timeoutMs }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => (body += text));
      response.on('end', () => resolve({ isOk: (response.statusCode ?? 500) < 300, body }));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(NO_ANSWER));
    request.on('close', () => resolve(NO_ANSWER));
  });

/** Whether a local address answers in time with a status below 300. */
export const answersOk = async (url: string, timeoutMs?: number): Promise<boolean> =>
  (await answerOf(url, timeoutMs)).isOk;
