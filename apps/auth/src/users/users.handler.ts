import { Controller } from '@nestjs/common';
import { users } from '@telemon/contracts/auth/users';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { UsersService } from './users.service.ts';

@Controller()
export class UsersHandler {
  constructor(private readonly service: UsersService) {}

  @Answers(users.create)
  async create({ actor, request }: Asked<typeof users.create>) {
    return this.service.create(actor, request);
  }

  @Answers(users.list)
  async list({ actor, request }: Asked<typeof users.list>) {
    return this.service.list(actor, request);
  }

  @Answers(users.get)
  async get({ actor, request }: Asked<typeof users.get>) {
    return this.service.get(actor, request.id);
  }

  @Answers(users.update)
  async update({ actor, request: { id, ...change } }: Asked<typeof users.update>) {
    return this.service.update(actor, id, change);
  }

  @Answers(users.remove)
  async remove({ actor, request }: Asked<typeof users.remove>) {
    return this.service.remove(actor, request.id);
  }

  @Answers(users.managers)
  async managers({ actor, request }: Asked<typeof users.managers>) {
    return this.service.managers(actor, request);
  }

  @Answers(users.existing)
  async existing({ actor, request }: Asked<typeof users.existing>) {
    return this.service.existing(actor, request.ids);
  }
}
