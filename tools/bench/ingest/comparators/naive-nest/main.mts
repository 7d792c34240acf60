// A straightforward app: Nest's MQTT transport, and one mongoose document per message.
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  Ctx,
  EventPattern,
  MqttContext,
  Payload,
  Transport,
  type MicroserviceOptions,
} from '@nestjs/microservices';
import { InjectModel, MongooseModule, Prop, Schema, SchemaFactory } from '@nestjs/mongoose';
import type { Model } from 'mongoose';

@Schema({ collection: 'readings', versionKey: false })
class Reading {
  /** Device and `seq`, so that a redelivered message is stored once. */
  @Prop({ type: String, required: true })
  _id!: string;

  @Prop({ required: true })
  deviceName!: string;

  @Prop({ required: true })
  timestamp!: Date;

  @Prop()
  TC1?: number;

  @Prop()
  TC2?: number;

  @Prop()
  TC3?: number;
}

@Controller()
class ReadingsController {
  constructor(@InjectModel(Reading.name) private readonly readings: Model<Reading>) {}

  @EventPattern<string>('devices/+/telemetry')
  async store(@Payload() payload: Reading & { seq: number }, @Ctx() context: MqttContext) {
    const deviceName = context.getTopic().split('/')[1]!;
    const { TC1, TC2, TC3, seq } = payload;
    const timestamp = new Date(payload.timestamp);
    await this.readings.create({ _id: `${deviceName}-${seq}`, deviceName, timestamp, TC1, TC2, TC3 });
  }
}

@Module({
  imports: [
    MongooseModule.forRoot(process.env['MONGODB_URL']!),
    MongooseModule.forFeature([{ name: Reading.name, schema: SchemaFactory.createForClass(Reading) }]),
  ],
  controllers: [ReadingsController],
})
class AppModule {}

const app = await NestFactory.createMicroservice<MicroserviceOptions>(AppModule, {
  transport: Transport.MQTT,
  options: { url: process.env['MQTT_URL']!, subscribeOptions: { qos: 1 } },
});
await app.listen();
console.log('listening');
