/** @jest-environment <rootDir>/tools/test/jsdom-environment.mjs */
import { describe, expect, it } from '@jest/globals';
import type { SessionUser } from '@telemon/contracts/auth/users';
import { ROUTES, mayUse } from '@telemon/contracts/routes';
import { rightsOf } from '../data/access.ts';
import { PAGES } from '../data/pages.ts';
import { menuOf } from './menu.ts';

const menuFor = (
  userRole: SessionUser['userRole'],
  mqttAdmin: SessionUser['mqttAdmin'] = 'Inactive',
): string[] => {
  const user: SessionUser = { id: '1', name: 'A', email: 'a@b.c', userRole, mqttAdmin };
  return menuOf(user, (page) => mayUse(rightsOf(user), ROUTES[PAGES[page].needs])).flatMap((entry) =>
    typeof entry === 'string' ? [entry] : [entry.name, ...entry.pages],
  );
};

describe('the menu', () => {
  const ofManager = [
    'home',
    'parentDevice',
    'devices',
    'assignDevices',
    'udpLogs',
    'sensorTypes',
    'parentUser',
    'users',
    'parentAlert',
    'alerts',
    'events',
    'parentLoc',
  ];
  const places = ['buildings', 'floors'];

  it('shows an admin all entries', () => {
    const entries = [...ofManager, 'locations', ...places, 'report', 'api'];
    entries.splice(
      entries.indexOf('udpLogs'),
      1,
      'mqttLogs',
      'udpLogs',
      'unknownDevices',
      'udpRouting',
      'dataRouting',
    );
    expect(menuFor('admin')).toEqual(entries);
  });

  it('shows the MQTT logs to managers and assistants who are MQTT admins', () => {
    expect(menuFor('manager', 'Active')).toContain('mqttLogs');
    expect(menuFor('manager')).not.toContain('mqttLogs');
    expect(menuFor('assistant', 'Active')).toEqual([
      'home',
      'parentDevice',
      'mqttLogs',
      'parentAlert',
      'alerts',
      'events',
      'report',
    ]);
  });

  it('shows an admin the outbox if the installation has one', () => {
    document.head.append(
      Object.assign(document.createElement('meta'), { name: 'telemon-outbox', content: 'on' }),
    );
    expect(menuFor('admin').slice(-2)).toEqual(['outbox', 'api']);
    expect(menuFor('manager')).not.toContain('outbox');
  });

  it('shows a manager all entries but the unknown devices, UDP and data routing, the locations and the API', () => {
    expect(menuFor('manager')).toEqual([...ofManager, ...places, 'report']);
  });

  it('shows an assistant the dashboard, the alerts, the events and the report, and no empty group', () => {
    expect(menuFor('assistant')).toEqual(['home', 'parentAlert', 'alerts', 'events', 'report']);
  });
});
