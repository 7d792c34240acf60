import { Module } from '@nestjs/common';
import { FilesHandler } from './files.handler.ts';
import { UploadsRepository } from './uploads.repository.ts';
import { UploadsService } from './uploads.service.ts';

@Module({
  controllers: [FilesHandler],
  providers: [UploadsRepository, UploadsService],
  exports: [UploadsService],
})
export class FilesModule {}
