import { adminPassword, hasOutbox, type Installation } from './services.ts';

/** The message with addresses and login, once everything answers. */
export function readyNotice(installation: Installation, tookMs: number): string {
  const { options } = installation;
  const secret = options.ADMIN_PASSWORD === undefined ? adminPassword(installation) : '(ADMIN_PASSWORD)';
  const rows = [
    ['Console', `http://localhost:${options.PORT}`],
    ['Sign in', `${options.ADMIN_EMAIL}  ${secret}`],
    ['MQTT', `localhost:${options.MQTT_PORT}`],
    ...(options.MQTTS_PORT === undefined ? [] : [['MQTTS', `localhost:${options.MQTTS_PORT}`]]),
    ['UDP', `localhost:${options.UDP_PORT}`],
    ...(hasOutbox(options)
      ? [
          [
            'Outbox',
            `http://localhost:${options.PORT}/outbox     the SMS and e-mail that would have left this machine`,
          ],
        ]
      : []),
    ['Stop', 'Ctrl-C'],
  ];
  const lines = rows.map(([what = '', where]) => `  ${what.padEnd(10)}${where}`);
  return [`Telemon is ready (${Math.round(tookMs / 1000)} s)`, ...lines].join('\n');
}
