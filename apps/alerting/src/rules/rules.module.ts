import { Module } from '@nestjs/common';
import { RuleChanges } from './rule-changes.ts';

@Module({ providers: [RuleChanges], exports: [RuleChanges] })
export class RulesModule {}
