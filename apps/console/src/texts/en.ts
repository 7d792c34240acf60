import { accounts } from './en/accounts.ts';
import { alerts } from './en/alert.ts';
import { assignDevice } from './en/assign-device.ts';
import { blockedTopic } from './en/blocked-topic.ts';
import { building } from './en/building.ts';
import { command } from './en/command.ts';
import { dataRouting } from './en/data-routing.ts';
import { device } from './en/device.ts';
import { devicePage } from './en/device-page.ts';
import { enumerated } from './en/enumerated.ts';
import { events } from './en/event.ts';
import { everywhere } from './en/everywhere.ts';
import { floor } from './en/floor.ts';
import { home } from './en/home.ts';
import { listsAndForms } from './en/lists-and-forms.ts';
import { outbox } from './en/outbox.ts';
import { location } from './en/location.ts';
import { messageLog, messageLogs } from './en/message-log.ts';
import { report } from './en/report.ts';
import { sensor } from './en/sensor.ts';
import { shell } from './en/shell.ts';
import { trace } from './en/trace.ts';
import { udpRouting } from './en/udp-routing.ts';
import { unknownDevice } from './en/unknown-device.ts';
import { user } from './en/user.ts';

/** All texts of the console in English. Texts that the documents specify are verbatim. */
export const en = {
  ...everywhere,
  ...enumerated,
  ...shell,
  ...listsAndForms,
  ...accounts,
  ...home,
  ...devicePage,
  ...messageLog,
  ...dataRouting,
  ...trace,
  ...report,
  /** With the keys that react-admin looks up: `resources.location.fields.locationName`. */
  resources: {
    ...alerts,
    assignDevice,
    'blocked-topic': blockedTopic,
    building,
    'commands-of-device': command,
    device,
    ...events,
    floor,
    location,
    ...messageLogs,
    outbox,
    sensor,
    'udp-routing': udpRouting,
    unknownDevice,
    user,
  },
};
