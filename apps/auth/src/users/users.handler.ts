import { Controller } from '@nestjs/common';
import { users } from '@telemon/contracts/users';
import { type Asked, Answers } from '@telemon/platform/messaging/answers';
import { UsersService } from './users.service.ts';

@Controller()
export class UsersHandler {
  constructor(private readonly service: UsersService) {}

  @Answers(users.create)
  async create({ actor, request }: Asked<typeof users.create>) {
    return this.service.create(actor, request);
  }

  @Answers(users.remove)
  async remove({ actor, request }: Asked<typeof users.remove>) {
    return this.service.remove(actor, request.id);
  }

  @Answers(users.managers)
  async managers({ actor }: Asked<typeof users.managers>) {
    return this.service.managers(actor);
  }
}
