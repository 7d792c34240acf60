import { ALERTING_FAULTS } from './alerting-faults.ts';
import { CONSOLE_FAULTS } from './console-faults.ts';
import { DEVICES_FAULTS } from './devices-faults.ts';
import { EDGE_FAULTS } from './edge-faults.ts';
import type { PlantedFault } from './planted-fault.ts';
import { PLATFORM_FAULTS } from './platform-faults.ts';

/** The faults of services that have few. */
const OTHER_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a manager sees all users',
    file: 'apps/auth/src/users/users.repository.ts',
    right: "return role === 'manager' ? { $or: [{ _id: id }, { managerId: id }] } : { _id: id };",
    wrong: "return role === 'manager' ? {} : { _id: id };",
    specs: ['apps/auth/src/users/'],
  },
  {
    name: 'a one-time code may be guessed once more than allowed',
    file: 'apps/auth/src/codes/one-time-codes.ts',
    right: 'triesLeft: { $gt: 0 }',
    wrong: 'triesLeft: { $gte: 0 }',
    specs: ['apps/auth/src/reset/'],
  },
  {
    name: 'the link of an invitation outlives a change of its user',
    file: 'apps/auth/src/users/invitations.ts',
    right: 'hash: hashOf(token), state: stateOf(user) }',
    wrong: 'hash: hashOf(token) }',
    specs: ['apps/auth/src/users/invitations'],
  },
  {
    name: 'a process that is back leaves its claims on reports to their end',
    file: 'apps/reporting/src/claims/claims.ts',
    right: "[{ $set: { freeAt: '$$NOW' } }]",
    wrong: '[]',
    specs: ['apps/reporting/src/runs/report-sender'],
  },
  {
    name: 'a refresh token is good although a newer one was issued',
    file: 'apps/auth/src/tokens/sessions.ts',
    right: '{ _id: token.familyHash, secretHash, expiresAt: { $gt: now } }',
    wrong: '{ _id: token.familyHash, expiresAt: { $gt: now } }',
    specs: ['apps/auth/src/sign-in/'],
  },
  {
    name: 'a repeated renewal of a session counts as theft',
    file: 'apps/auth/src/tokens/sessions.ts',
    right: 'const secretHash = { $in: [token.secretHash, next.secretHash] };',
    wrong: 'const secretHash = { $in: [token.secretHash] };',
    specs: ['apps/auth/src/sign-in/'],
  },
  {
    name: 'a role may use each call',
    file: 'apps/gateway/src/access/access.ts',
    right: 'if (!mayUse(verified.actor, entrance)) throw refusalOf(verified.actor, entrance);',
    wrong: '',
    specs: ['apps/gateway/src/access/'],
  },
  {
    name: 'a call that needs a flag is let in without it',
    file: 'libs/contracts/src/routes.ts',
    right: '(route.flag === undefined || hasFlag(caller, route.flag))',
    wrong: 'true',
    specs: ['apps/gateway/src/access/'],
  },
  {
    name: 'pages may load scripts of other sites',
    file: 'apps/gateway/src/http/security-headers.ts',
    right: "script-src 'self'",
    wrong: 'script-src *',
    specs: ['apps/gateway/src/console/', 'apps/gateway/src/http/hardening'],
  },
  {
    name: 'pages may frame other sites',
    file: 'apps/gateway/src/http/security-headers.ts',
    right: '`frame-src ${DATA_ROUTING_URL',
    wrong: '`frame-src * ${DATA_ROUTING_URL',
    specs: ['apps/gateway/src/console/', 'apps/gateway/src/http/hardening'],
  },
  {
    name: 'a trace shows a message of the MQTT log to users without it',
    file: 'apps/logs/src/traces/traces.service.ts',
    right: "hasFlag(actor, 'mqttAdmin')",
    wrong: 'true',
    specs: ['apps/logs/src/traces/'],
  },
  {
    name: 'the log of a manager shows the messages of all devices',
    file: 'apps/logs/src/message-log/visible-device-keys.ts',
    right: 'device.deviceKey !== undefined && maySee(actor, device)',
    wrong: 'device.deviceKey !== undefined',
    specs: ['apps/logs/'],
  },
  {
    name: 'a log loses its newest rows in place of its oldest',
    file: 'apps/logs/src/message-log/log-rows.repository.ts',
    right: 'const OLDEST_FIRST = { _id: 1 } as const;',
    wrong: 'const OLDEST_FIRST = { _id: -1 } as const;',
    specs: ['apps/logs/'],
  },
  {
    name: 'a refused message loses its reason if that comes before its row',
    file: 'apps/logs/src/message-log/log-rows.repository.ts',
    right: '        upsert: true,\n      },\n    }));',
    wrong: '      },\n    }));',
    specs: ['apps/logs/'],
  },
  {
    name: 'a device stays among the unknown ones after it was registered',
    file: 'apps/logs/src/unknown-devices/unknown-devices.service.ts',
    right: 'await this.repository.remove(registered);',
    wrong: '',
    specs: ['apps/logs/src/unknown-devices/'],
  },
  {
    name: 'a flood of names drives out the unknown devices that send often',
    file: 'apps/logs/src/unknown-devices/unknown-devices.repository.ts',
    right: 'sort: { count: 1, lastSeenAt: 1 }',
    wrong: 'sort: { count: -1, lastSeenAt: 1 }',
    specs: ['apps/logs/src/unknown-devices/'],
  },
  {
    name: 'a mail provider of tests takes an SMS of another account',
    file: 'apps/outbox/src/sms/sms-endpoint.ts',
    right: "if (token.join(':') === '' || !(isKey || user === params.account)) throw authenticate();",
    wrong: '',
    specs: ['apps/outbox/'],
  },
];

export const FAULTS: readonly PlantedFault[] = [
  ...PLATFORM_FAULTS,
  ...EDGE_FAULTS,
  ...DEVICES_FAULTS,
  ...ALERTING_FAULTS,
  ...OTHER_FAULTS,
  ...CONSOLE_FAULTS,
];
