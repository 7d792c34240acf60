import { accounts } from './en/accounts.ts';
import { alerts } from './en/alerts.ts';
import { devicePage } from './en/device-page.ts';
import { devices } from './en/devices.ts';
import { everywhere } from './en/everywhere.ts';
import { home } from './en/home.ts';
import { listsAndForms } from './en/lists-and-forms.ts';
import { places } from './en/places.ts';
import { sensorTypes } from './en/sensor-types.ts';
import { shell } from './en/shell.ts';
import { users } from './en/users.ts';

/** Every text of the console, in English. What the documents say word for word stands here word for word. */
export const en = {
  ...everywhere,
  ...shell,
  ...listsAndForms,
  ...accounts,
  ...home,
  ...devicePage,
  ...devices,
  ...sensorTypes,
  ...users,
  ...alerts,
  ...places,
};
