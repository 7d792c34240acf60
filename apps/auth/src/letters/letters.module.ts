import { Module } from '@nestjs/common';
import { LetterOutbox } from './letter-outbox.ts';

@Module({ providers: [LetterOutbox], exports: [LetterOutbox] })
export class LettersModule {}
