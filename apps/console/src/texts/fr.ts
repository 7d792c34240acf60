import { accounts } from './fr/accounts.ts';
import { alerts } from './fr/alert.ts';
import { assignDevice } from './fr/assign-device.ts';
import { blockedTopic } from './fr/blocked-topic.ts';
import { building } from './fr/building.ts';
import { command } from './fr/command.ts';
import { dataRouting } from './fr/data-routing.ts';
import { device } from './fr/device.ts';
import { devicePage } from './fr/device-page.ts';
import { enumerated } from './fr/enumerated.ts';
import { events } from './fr/event.ts';
import { everywhere } from './fr/everywhere.ts';
import { floor } from './fr/floor.ts';
import { home } from './fr/home.ts';
import { listsAndForms } from './fr/lists-and-forms.ts';
import { location } from './fr/location.ts';
import { messageLog, messageLogs } from './fr/message-log.ts';
import { outbox } from './fr/outbox.ts';
import { report } from './fr/report.ts';
import { sensor } from './fr/sensor.ts';
import { serviceMessages } from './fr/service-messages.ts';
import { shell } from './fr/shell.ts';
import { trace } from './fr/trace.ts';
import { udpRouting } from './fr/udp-routing.ts';
import { unknownDevice } from './fr/unknown-device.ts';
import { user } from './fr/user.ts';
import type { LanguageTexts, Translation } from './language-texts.ts';

const texts: Translation = {
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

/** Every text of the console, in French. */
export const FRENCH: LanguageTexts = { texts, serviceMessages };
