import { Box, Paper, Skeleton, Tab, Tabs } from '@mui/material';
import type { DeviceDashboard, DeviceInfo } from '@telemon/contracts/devices/dashboards';
import { hasDepth } from '@telemon/contracts/devices/devices';
import { Suspense } from 'react';
import { lazyPart } from '../kit/lazy-part.tsx';
import { Picture } from '../kit/picture.tsx';
import { PartToCome } from '../kit/part-to-come.tsx';
import { useText } from '../texts/use-text.ts';
import { DEVICE_TABS, useDeviceAddress, type DeviceTab } from './use-device-address.ts';
import type { DevicePageKey } from './use-device-page.ts';

const SensorLog = lazyPart(() => import('./sensor-log.tsx'));
const ImageLog = lazyPart(() => import('./images/image-log.tsx'));
const AlertTab = lazyPart(() => import('./alert-tab.tsx'));
const EventTab = lazyPart(() => import('./event-tab.tsx'));
const CommandList = lazyPart(() => import('../command/command-list.tsx'));
const DeviceMap = lazyPart(() => import('./device-map.tsx'));
const PlanView = lazyPart(() => import('../plan/plan-view.tsx'));

/** As high as the first page of a list, so that nothing moves when the list is loaded. */
const LIST_PX = 480;
const MAP = {
  display: 'grid',
  height: 420,
  overflow: 'hidden',
  borderRadius: '0 0 var(--radius) var(--radius)',
} as const;
/** The lists have the frame of the tabs. */
const PANEL = {
  minWidth: 0,
  '&& .RaList-main': { border: 0 },
};

/** Tanks send images, and show commands. */
const OF_TANKS: readonly DeviceTab[] = ['image-log', 'commands'];
const OF_SOME: readonly DeviceTab[] = [...OF_TANKS, 'floor-map'];

/** Whether a device has a tab: only one of location mode Map stands on a floor. */
const hasTab = (name: DeviceTab, { locationMode, template }: DeviceInfo) =>
  name === 'floor-map' ? locationMode === 'Map' : !OF_TANKS.includes(name) || hasDepth(template);

/** The device's tabs; while the device loads, the tab in the address is among them. */
const tabsOf = (device: DeviceInfo | undefined, asked: DeviceTab) =>
  DEVICE_TABS.filter((name) => (device ? hasTab(name, device) : name === asked || !OF_SOME.includes(name)));

/** The device's place on its floor's plan, among its neighbours. */
const FloorMap = ({ info }: { info: DeviceInfo }) => {
  if (info.floorMapId === null)
    return <Picture icon="map" title="device.noFloor.title" what="device.noFloor.what" />;
  return <PlanView floorId={info.floorMapId} meant={info.deviceName} wheel={false} />;
};

interface Props {
  page: DevicePageKey;
  /** Undefined while it loads. */
  data: DeviceDashboard | undefined;
  answeredAt: number;
}

/** The documented tabs that apply to the device. */
export const DeviceTabs = ({ page, data, answeredAt }: Props) => {
  const text = useText();
  const { tab: asked, openTab } = useDeviceAddress();
  const { deviceName } = page;
  const tabs = tabsOf(data?.deviceInfo, asked);
  const tab = tabs.includes(asked) ? asked : 'sensor-log';
  const toCome = <Skeleton variant="rectangular" height={LIST_PX} />;
  return (
    <Paper component="section" variant="outlined" sx={PANEL}>
      <Tabs
        value={tab}
        onChange={(_, chosen: DeviceTab) => openTab(chosen)}
        variant="scrollable"
        scrollButtons="auto"
        aria-label={text('device.tabs.name')}
        sx={{ px: 1, pt: 0.5, borderBottom: '1px solid var(--border)' }}
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
        {tab === 'sensor-log' && data === undefined && toCome}
        <Suspense key={tab} fallback={<PartToCome>{toCome}</PartToCome>}>
          {tab === 'sensor-log' && data && <SensorLog page={page} data={data} />}
          {tab === 'image-log' && <ImageLog deviceName={deviceName} />}
          {(tab === 'active-alerts' || tab === 'alert-log') && (
            <AlertTab key={tab} tab={tab} deviceName={deviceName} />
          )}
          {tab === 'active-events' && <EventTab deviceName={deviceName} />}
          {tab === 'commands' && <CommandList deviceName={deviceName} />}
          {data && (tab === 'map' || tab === 'floor-map') && (
            <Box sx={MAP}>
              {tab === 'map' ? (
                <DeviceMap info={data.deviceInfo} answeredAt={answeredAt} />
              ) : (
                <FloorMap info={data.deviceInfo} />
              )}
            </Box>
          )}
        </Suspense>
      </div>
    </Paper>
  );
};
