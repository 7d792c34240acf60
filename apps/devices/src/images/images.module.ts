import { Module } from '@nestjs/common';
import { DevicesModule } from '../devices/devices.module.ts';
import { FilesModule } from '../files/files.module.ts';
import { HistoryModule } from '../history/history.module.ts';
import { ReadingsModule } from '../readings/readings.module.ts';
import { ImageReader } from './image-reader.ts';
import { ImageRemoval } from './image-removal.ts';
import { ImagesConsumer } from './images.consumer.ts';
import { ImagesHandler } from './images.handler.ts';
import { ImagesRepository } from './images.repository.ts';
import { ImagesService } from './images.service.ts';
import { ReaderShares } from './reader-shares.ts';

@Module({
  imports: [DevicesModule, FilesModule, HistoryModule, ReadingsModule],
  controllers: [ImagesHandler],
  providers: [ImageReader, ImageRemoval, ImagesConsumer, ImagesRepository, ImagesService, ReaderShares],
  exports: [ImagesService],
})
export class ImagesModule {}
