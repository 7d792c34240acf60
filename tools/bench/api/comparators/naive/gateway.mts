// A straightforward gateway: controllers, guard and NATS client as Nest's documentation shows them.
import 'reflect-metadata';
import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Injectable,
  Module,
  ParseIntPipe,
  Post,
  Query,
  Req,
  UnauthorizedException,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { JwtModule, JwtService } from '@nestjs/jwt';
import { ClientProxy, ClientsModule, Transport } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { firstValueFrom, type Observable } from 'rxjs';

interface Actor {
  sub: string;
  role: string;
}

interface GuardedRequest {
  headers: { authorization?: string };
  actor: Actor;
}

@Injectable()
class AuthGuard implements CanActivate {
  constructor(private readonly jwt: JwtService) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<GuardedRequest>();
    const [type, token] = request.headers.authorization?.split(' ') ?? [];
    if (type !== 'Bearer' || token === undefined) throw new UnauthorizedException();
    try {
      request.actor = await this.jwt.verifyAsync<Actor>(token);
    } catch {
      throw new UnauthorizedException();
    }
    return true;
  }
}

const answered = async <Data,>(answer: Observable<Data>) => ({
  error: false,
  message: 'OK',
  data: await firstValueFrom(answer),
});

@Controller('v1')
class ApiController {
  constructor(@Inject('SERVICE') private readonly service: ClientProxy) {}

  @UseGuards(AuthGuard)
  @Get('device')
  list(
    @Req() { actor }: GuardedRequest,
    @Query('limit', ParseIntPipe) limit: number,
    @Query('offset', ParseIntPipe) offset: number,
  ) {
    return answered(this.service.send('devices.list', { actor, limit, offset }));
  }

  @Post('user/login')
  @HttpCode(200)
  async login(@Body() { email, password }: { email: string; password: string }) {
    const answer = await answered(this.service.send('users.login', { email, password }));
    if (answer.data === null) throw new UnauthorizedException();
    return answer;
  }
}

@Module({
  imports: [
    JwtModule.register({ secret: process.env['JWT_SECRET']! }),
    ClientsModule.register([
      {
        name: 'SERVICE',
        transport: Transport.NATS,
        options: {
          servers: [process.env['NATS_SERVER']!],
          user: process.env['NATS_USER']!,
          pass: process.env['NATS_PASSWORD']!,
        },
      },
    ]),
  ],
  controllers: [ApiController],
  providers: [AuthGuard],
})
class GatewayModule {}

const app = await NestFactory.create<NestFastifyApplication>(GatewayModule, new FastifyAdapter());
await app.listen(Number(process.env['PORT']), '127.0.0.1');
console.log('listening');
