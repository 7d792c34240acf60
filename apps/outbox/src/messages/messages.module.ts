import { Module } from '@nestjs/common';
import { MessagesHandler } from './messages.handler.ts';
import { MessagesRepository } from './messages.repository.ts';
import { MessagesService } from './messages.service.ts';

@Module({
  controllers: [MessagesHandler],
  providers: [MessagesService, MessagesRepository],
  exports: [MessagesService],
})
export class MessagesModule {}
