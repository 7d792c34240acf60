import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import type { DeviceDashboard, DeviceInfo } from '@telemon/contracts/devices/dashboards';
import { Suspense, lazy } from 'react';
import { ruleColumns, type AlertRow } from '../alerts/alert-columns.tsx';
import { logColumns, type LogRow } from '../alerts/log-columns.tsx';
import { CriteriaButton, RuleDialogs } from '../alerts/rule-dialogs.tsx';
import { options } from '../list/column.tsx';
import { ListView } from '../list/list-view.tsx';
import { Picture } from '../list/picture.tsx';
import { useList } from '../list/use-list.ts';
import { useText } from '../texts/use-text.ts';
import { saidOnce } from './said-once.ts';
import { SensorLog } from './sensor-log.tsx';
import { DEVICE_TABS, useDeviceAddress, type DeviceTab } from './use-device-address.ts';
import type { DevicePageKey } from './use-device-page.ts';
import styles from './device-tabs.module.css';

const DeviceMap = lazy(() => import('./device-map.tsx'));
const PlanView = lazy(() => import('../plan/plan-view.tsx'));

const notDevice = ({ name }: { name: string }) => name !== 'device';

const ruleColumnsHere = [
  ...ruleColumns.filter(notDevice),
  options<AlertRow>(({ id }) => <CriteriaButton id={id} />),
];
const logColumnsHere = logColumns.filter(notDevice);

interface TabProps {
  deviceName: string;
  isSaid: boolean;
}

const ActiveAlerts = ({ deviceName, isSaid }: TabProps) => {
  const text = useText();
  const list = useList<AlertRow>('alerts-of-device', { filter: { deviceName } });
  return (
    <>
      <ListView
        bare
        list={saidOnce(list, isSaid)}
        label={text('device.tabs.active-alerts')}
        columns={ruleColumnsHere}
        rowTone={({ firing }) => (firing ? 'firing' : undefined)}
        empty={{ title: text('device.noAlerts.title'), what: text('device.noAlerts.what') }}
      />
      <RuleDialogs rules={list.rows} />
    </>
  );
};

const AlertLog = ({ deviceName, isSaid }: TabProps) => {
  const text = useText();
  const list = useList<LogRow>('alert-log-of-device', { filter: { deviceName } });
  return (
    <>
      <ListView
        bare
        list={saidOnce(list, isSaid)}
        label={text('device.tabs.alert-log')}
        columns={logColumnsHere}
        rowTone={({ clearedAt }) => (clearedAt === null ? 'firing' : undefined)}
        empty={{ title: text('alerts.log.empty.title'), what: text('alerts.log.empty.what') }}
      />
      <RuleDialogs rules={list.rows} />
    </>
  );
};

/** Only a device of location mode Map stands on a floor; before it is known, one is taken for what the address says. */
const tabsOf = (mode: DeviceInfo['locationMode']) =>
  DEVICE_TABS.filter((name) => mode === 'Map' || name !== 'floor-map');

/** The device's place on its floor's plan, among its neighbours. */
const FloorMap = ({ info }: { info: DeviceInfo }) => {
  const text = useText();
  if (info.floorMapId === null)
    return <Picture icon="map" title={text('device.noFloor.title')} what={text('device.noFloor.what')} />;
  return <PlanView floorId={info.floorMapId} meant={info.deviceName} wheel={false} />;
};

interface Props {
  page: DevicePageKey;
  /** Undefined until it has come. */
  data: DeviceDashboard | undefined;
  /** The page says above that nothing newer can be had. */
  isSaid: boolean;
}

/** The documents' tabs, as far as there is something behind them. */
export const DeviceTabs = ({ page, data, isSaid }: Props) => {
  const text = useText();
  const { tab: asked, openTab } = useDeviceAddress();
  const { deviceName } = page;
  const tabs = tabsOf(data?.deviceInfo.locationMode ?? (asked === 'floor-map' ? 'Map' : 'Gps'));
  const tab = tabs.includes(asked) ? asked : 'sensor-log';
  return (
    <section className={styles.panel}>
      <Tabs
        value={tab}
        onChange={(_, chosen: DeviceTab) => openTab(chosen)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={text('device.tabs.name')}
        className={styles.tabs}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            label={text(`device.tabs.${name}`)}
            id={`tab-${name}`}
            aria-controls={`panel-${name}`}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'sensor-log' && (
          <SensorLog
            page={page}
            sensors={data?.sensorTypes}
            isWaiting={data?.deviceInfo.lastUpdated === null}
            isSaid={isSaid}
          />
        )}
        {tab === 'active-alerts' && <ActiveAlerts deviceName={deviceName} isSaid={isSaid} />}
        {tab === 'alert-log' && <AlertLog deviceName={deviceName} isSaid={isSaid} />}
        {tab === 'map' && (
          <div className={styles.map}>
            <Suspense fallback={null}>
              {data && <DeviceMap info={data.deviceInfo} className={styles.fill} />}
            </Suspense>
          </div>
        )}
        {tab === 'floor-map' && data && (
          <div className={styles.map}>
            <Suspense fallback={null}>
              <FloorMap info={data.deviceInfo} />
            </Suspense>
          </div>
        )}
      </div>
    </section>
  );
};
