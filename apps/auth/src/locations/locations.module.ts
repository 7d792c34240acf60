import { Module } from '@nestjs/common';
import { LocationsHandler } from './locations.handler.ts';
import { LocationsRepository } from './locations.repository.ts';
import { LocationsService } from './locations.service.ts';

@Module({
  controllers: [LocationsHandler],
  providers: [LocationsService, LocationsRepository],
  exports: [LocationsService],
})
export class LocationsModule {}
