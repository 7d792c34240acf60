import { Injectable } from '@nestjs/common';
import type { Actor } from '@telemon/contracts/actor';
import type { Upload } from '@telemon/contracts/devices/files';
import type { UploadedPlan } from '@telemon/contracts/devices/floors';
import { refuseChangesByAssistants } from '../buildings/place-scope.ts';
import { FilesService } from '../files/files.service.ts';
import { UploadsService } from '../files/uploads.service.ts';
import { PlanReader } from './plan/plan-reader.ts';

/** Uploaded plans that no floor has yet. */
@Injectable()
export class PlansService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly reader: PlanReader,
    private readonly files: FilesService,
  ) {}

  /** Sanitizes and stores the plan in an uploaded file. @throws if it is none. */
  async upload(actor: Actor, upload: Upload): Promise<UploadedPlan> {
    refuseChangesByAssistants(actor);
    const plan = await this.reader.read(upload.fileName, () => this.uploads.take(actor, upload));
    const { _id, fileName, width, height } = await this.files.create(actor, plan);
    return { mapUrl: await this.files.addressOf(_id, actor), fileName, width, height };
  }

  /** Removes a plan that no floor has. @throws if the actor has no such plan. */
  async remove(actor: Actor, fileName: string): Promise<null> {
    refuseChangesByAssistants(actor);
    return this.files.removeUnused(actor, fileName);
  }
}
