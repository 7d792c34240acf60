// A straightforward service: Nest's NATS transport, and mongoose with the index that the query needs.
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { MessagePattern, Payload, Transport, type MicroserviceOptions } from '@nestjs/microservices';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import { verify } from '@node-rs/argon2';
import type { Model } from 'mongoose';

/** Whether a device's document holds all fields of its row; otherwise mongoose's `populate` joins the names. */
const IS_COPIED = process.env['NAMES'] === 'copied';

@Schema({ collection: 'devices', versionKey: false })
class Device {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ required: true })
  deviceAlias!: string;

  @Prop({ type: String, ref: 'User', required: true })
  managerId!: string;

  @Prop()
  managerName!: string;

  @Prop()
  companyName!: string;

  @Prop()
  locationName!: string;

  @Prop({ required: true })
  template!: string;

  @Prop({ type: [{ type: String, ref: 'SensorType' }] })
  sensorIds!: string[];

  @Prop({ type: [String] })
  sensors!: string[];

  @Prop()
  locationMode!: string;

  @Prop()
  lat!: number;

  @Prop()
  lng!: number;

  @Prop()
  smsLimit!: number;

  @Prop()
  emailLimit!: number;

  @Prop()
  limitRefresh!: string;

  @Prop()
  weather!: string;

  @Prop({ type: Object })
  floorData!: object | null;

  @Prop({ type: Object })
  deviceMetaData!: object;

  @Prop({ type: Object })
  sensorAdjustment!: object;

  @Prop({ type: Object })
  sensorMapping!: object;

  @Prop()
  status!: number;

  @Prop({ type: Date })
  lastUpdated!: Date | null;

  @Prop()
  createdAt!: Date;
}
const DeviceSchema = SchemaFactory.createForClass(Device);
DeviceSchema.index({ managerId: 1, createdAt: -1, _id: -1 });

@Schema({ collection: 'users', versionKey: false })
class User {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ required: true, unique: true })
  email!: string;

  @Prop({ required: true })
  passwordHash!: string;

  @Prop({ required: true })
  name!: string;

  @Prop()
  companyName!: string;

  @Prop()
  locationName!: string;

  @Prop({ required: true })
  userRole!: string;
}

@Schema({ collection: 'sensor_types', versionKey: false })
class SensorType {
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ required: true })
  sensorName!: string;
}

interface ListQuestion {
  actor: { sub: string; role: string };
  limit: number;
  offset: number;
}

@Controller()
class ServiceController {
  constructor(
    @InjectModel(Device.name) private readonly devices: Model<Device>,
    @InjectModel(User.name) private readonly users: Model<User>,
    private readonly jwt: JwtService,
  ) {}

  @MessagePattern('devices.list')
  async list(@Payload() { actor, limit, offset }: ListQuestion) {
    const scope = actor.role === 'admin' ? {} : { managerId: actor.sub };
    const page = this.devices.find(scope).sort({ createdAt: -1, _id: -1 }).skip(offset).limit(limit);
    const [devices, totalCount] = await Promise.all([
      IS_COPIED ? page.lean().then((rows) => rows.map(shown)) : this.joined(page),
      this.devices.countDocuments(scope),
    ]);
    return { devices, pagination: { totalCount } };
  }

  private async joined(page: ReturnType<Model<Device>['find']>) {
    const rows = await page
      .populate<{ managerId: User }>('managerId', 'name companyName locationName')
      .populate<{ sensorIds: SensorType[] }>('sensorIds')
      .lean();
    return rows.map(({ managerId: manager, sensorIds: sensors, ...device }) =>
      shown({
        ...device,
        managerId: manager._id,
        managerName: manager.name,
        companyName: manager.companyName,
        locationName: manager.locationName,
        sensorIds: sensors.map(({ _id }) => _id),
        sensors: sensors.map(({ sensorName }) => sensorName),
      }),
    );
  }

  @MessagePattern('users.login')
  async login(@Payload() { email, password }: { email: string; password: string }) {
    const user = await this.users.findOne({ email }).lean();
    if (!user || !(await verify(user.passwordHash, password))) return null;
    const { _id: id, name, userRole } = user;
    return {
      user: { id, name, email, userRole, mqttAdmin: 'Inactive' },
      token: await this.jwt.signAsync({ sub: id, role: userRole }),
    };
  }
}

const shown = ({ _id, sensorIds, ...device }: Device) => {
  const [sensorId1 = null, sensorId2 = null, sensorId3 = null, sensorId4 = null] = sensorIds;
  return { deviceName: _id, ...device, probes: sensorIds.length, sensorId1, sensorId2, sensorId3, sensorId4 };
};

@Module({
  imports: [
    MongooseModule.forRoot(process.env['MONGODB_URL']!),
    MongooseModule.forFeature([
      { name: Device.name, schema: DeviceSchema },
      { name: User.name, schema: SchemaFactory.createForClass(User) },
      { name: SensorType.name, schema: SchemaFactory.createForClass(SensorType) },
    ]),
    JwtModule.register({ secret: process.env['JWT_SECRET']!, signOptions: { expiresIn: '15m' } }),
  ],
  controllers: [ServiceController],
})
class ServiceModule {}

const app = await NestFactory.createMicroservice<MicroserviceOptions>(ServiceModule, {
  transport: Transport.NATS,
  options: {
    servers: [process.env['NATS_SERVER']!],
    user: process.env['NATS_USER']!,
    pass: process.env['NATS_PASSWORD']!,
    queue: 'service',
  },
});
await app.listen();
console.log('listening');
