import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { AnswerOf } from '@telemon/contracts/call';
import type {
  DeviceDashboard,
  DeviceInfo,
  GraphData,
  Intelligence,
  LatestData,
  SensorOption,
  dashboards,
} from '@telemon/contracts/devices/dashboards';
import type { PageQuery } from '@telemon/contracts/page';
import { SharedAnswers } from '@telemon/platform/shared-answers';
import type { z } from 'zod';
import { CommandsService } from '../commands/commands.service.ts';
import type { DeviceDocument } from '../devices/device-document.ts';
import { DevicesService } from '../devices/devices.service.ts';
import { ImagesService } from '../images/images.service.ts';
import { Days } from '../latest/days.ts';
import { currentOf, firstSensorOf } from '../latest/latest-view.ts';
import type { Latest } from '../latest/latest.ts';
import { LatestService } from '../latest/latest.service.ts';
import type { PastReading } from '../history/days-so-far.ts';
import { type Drawing, ReadingHistory } from '../history/reading-history.ts';
import type { Range } from '../stored-readings/read-options.ts';
import { WeatherService } from '../weather/weather.service.ts';
import { Chart } from './chart.ts';
import { type AskedRange, rangeOf } from './range.ts';
import { rowOf } from './sensor-log.ts';
import { sensorValues } from './sensor-values.ts';

type Option = z.infer<typeof SensorOption>;

interface AskedDashboard extends AskedRange {
  deviceName: string;
  sensor: 1 | 2 | 3 | 4;
}

/** The readings of a device as its page shows them, the same for all users who may see the device. */
interface Picture {
  state: Latest | undefined;
  graphData: Omit<GraphData, 'sensorOptions'>;
  intelligence: Intelligence;
  /** Newest first. */
  log: PastReading[];
  lastThree: PastReading[];
}
type LogPage = Awaited<ReturnType<ReadingHistory['page']>>;

/** One device's page: chart, log, latest values and details. */
@Injectable()
export class DeviceDashboardService {
  private readonly pictures = new SharedAnswers<Picture>();
  private readonly charts = new SharedAnswers<Pick<Picture, 'graphData' | 'intelligence'>>();
  private readonly logPages = new SharedAnswers<LogPage>();

  constructor(
    private readonly devices: DevicesService,
    private readonly commands: CommandsService,
    private readonly latest: LatestService,
    private readonly history: ReadingHistory,
    private readonly days: Days,
    private readonly weather: WeatherService,
    private readonly images: ImagesService,
  ) {}

  async dashboard(actor: Actor, asked: AskedDashboard): Promise<DeviceDashboard> {
    const device = await this.devices.find(actor, asked.deviceName);
    const range = this.range(asked);
    const [{ state, graphData, intelligence, log, lastThree }, sensorTypes, lastThreeImages, weather] =
      await Promise.all([
        this.picture(device, range, asked.sensor),
        this.options(device),
        this.images.newest(actor, device.key, 3),
        this.weather.of(device),
      ]);
    return {
      graphData: { ...graphData, sensorOptions: sensorTypes },
      sensorLog: log.map(rowOf),
      latestData: { ...latestDataOf(state, lastThree), lastThreeImages },
      sensorTypes,
      deviceInfo: await this.infoOf(device, state),
      weather,
      intelligence,
    };
  }

  async graph(actor: Actor, asked: AskedDashboard): Promise<AnswerOf<typeof dashboards.graph>> {
    const device = await this.devices.find(actor, asked.deviceName);
    const { graphData, intelligence } = await this.chart(device, this.range(asked), asked.sensor);
    return { graphData: { ...graphData, sensorOptions: await this.options(device) }, intelligence };
  }

  async sensorLog(
    actor: Actor,
    asked: AskedDashboard & PageQuery,
  ): Promise<AnswerOf<typeof dashboards.sensorLog>> {
    const device = await this.devices.find(actor, asked.deviceName);
    const { offset, limit, order } = asked;
    const range = this.range(asked);
    const page = { offset, limit, direction: order === 'ASC' ? 1 : -1 } as const;
    const { rows, totalCount } = await this.logPages.to(JSON.stringify([device.key, range, page]), () =>
      this.history.page(device, range, page),
    );
    return { sensorLog: rows.map(rowOf), pagination: { totalCount } };
  }

  async info(actor: Actor, deviceName: string): Promise<DeviceInfo> {
    const device = await this.devices.find(actor, deviceName);
    return this.infoOf(device, await this.state(device));
  }

  async sensorOptions(actor: Actor, deviceName: string): Promise<{ sensorOptions: Option[] }> {
    return { sensorOptions: await this.options(await this.devices.find(actor, deviceName)) };
  }

  private range(asked: AskedRange): Range {
    return rangeOf(asked, Date.now(), this.days.zone);
  }

  private picture(device: DeviceDocument, range: Range, sensor: number): Promise<Picture> {
    return this.pictures.to(JSON.stringify([device.key, range, sensor]), async () => {
      // First the state: a reading is stored before it is in the state, so the history has the state's newest reading.
      const state = await this.state(device);
      const chart = new Chart();
      const { ofRange, ofAll } = await this.history.drawWithNewest(device, range, drawnOn(chart, sensor));
      return {
        state,
        graphData: chart.graphData(),
        intelligence: chart.intelligence(),
        log: ofRange,
        lastThree: ofAll,
      };
    });
  }

  private chart(device: DeviceDocument, range: Range, sensor: number) {
    return this.charts.to(JSON.stringify([device.key, range, sensor]), async () => {
      const chart = new Chart();
      await this.history.draw(device, range, drawnOn(chart, sensor));
      return { graphData: chart.graphData(), intelligence: chart.intelligence() };
    });
  }

  private async state({ key }: DeviceDocument): Promise<Latest | undefined> {
    return (await this.latest.newest([key])).get(key);
  }

  private async options(device: DeviceDocument): Promise<Option[]> {
    const sensors = await this.devices.sensorsOf(device);
    return sensors.map(({ seqId, sensorData }) => ({
      option: String(seqId),
      sensorName: sensorData.sensorName,
    }));
  }

  private async infoOf(device: DeviceDocument, state: Latest | undefined): Promise<DeviceInfo> {
    const { buildingId = null, floorMapId = null, yValue = null, xValue = null } = device.floorData ?? {};
    const place = { buildingId, floorMapId, top: yValue, left: xValue };
    const [view, deviceCommands] = await Promise.all([
      this.devices.view(device),
      this.commands.ofDevice(device),
    ]);
    return { ...view, ...place, metaData: metaDataOf(state), deviceCommands };
  }
}

/** Adds the values of one sensor to a chart. */
const drawnOn = (chart: Chart, sensor: number): Drawing => {
  const channel = sensor - 1;
  return {
    reading: (reading, totals) => {
      const { timestamp, rain } = reading;
      const current = reading.current[channel]!;
      const [minimum, maximum] = [reading.minimum[channel]!, reading.maximum[channel]!];
      if (current === null && rain === null) return;
      if (chart.countIfHidden(current, rain, minimum, maximum)) return;
      const sent = { minimum, maximum, average: reading.average[channel]! };
      chart.add({ timestamp, ...sensorValues(reading, totals, channel), rain, sent });
    },
    interval: (rollups, place) => {
      const interval = rollups.ofChannel(channel)[place]!;
      const rain = rollups.rain[place]!;
      if (interval !== null) chart.addInterval(interval, rain);
      else if (rain !== null)
        chart.add({ ...NOTHING_READ, timestamp: rollups.start + place * rollups.intervalMs, rain });
    },
  };
};

const NOTHING_READ = { current: null, minimum: null, maximum: null, average: null };

const metaDataOf = (state: Latest | undefined): DeviceInfo['metaData'] => {
  const { battery, simId, rssi, imei } = state?.said ?? {};
  return {
    BATTERY: (battery?.value as number | undefined) ?? null,
    SIMID: (simId?.value as string | undefined) ?? null,
    RSSI: (rssi?.value as number | undefined) ?? null,
    IMEI: (imei?.value as string | undefined) ?? null,
  };
};

const latestDataOf = (
  state: Latest | undefined,
  lastThree: PastReading[],
): Omit<z.infer<typeof LatestData>, 'lastThreeImages'> => {
  const [TC1, TC2, TC3, TC4] = currentOf(state) as [
    number | null,
    number | null,
    number | null,
    number | null,
  ];
  const { minimum: TN, maximum: TM, average: TA } = firstSensorOf(state);
  return {
    TC1,
    TC2,
    TC3,
    TC4,
    TN,
    TM,
    TA,
    timestamp: state && state.newest > 0 ? new Date(state.newest).toISOString() : null,
    battery: (state?.said.battery?.value as number | undefined) ?? null,
    lastThree: lastThree.map(rowOf),
  };
};
