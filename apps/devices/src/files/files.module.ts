import { Module } from '@nestjs/common';
import { FileAddresses } from './file-addresses.ts';
import { FilesHandler } from './files.handler.ts';
import { FilesRepository } from './files.repository.ts';
import { FilesService } from './files.service.ts';
import { UploadsRepository } from './uploads.repository.ts';
import { UploadsService } from './uploads.service.ts';

@Module({
  controllers: [FilesHandler],
  providers: [FileAddresses, FilesRepository, FilesService, UploadsRepository, UploadsService],
  exports: [FilesService, UploadsService],
})
export class FilesModule {}
