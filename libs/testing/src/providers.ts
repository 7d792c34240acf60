import {
  type IncomingMessage,
  type Server as HttpServer,
  type ServerResponse,
  createServer,
} from 'node:http';
import {
  type AddressInfo,
  type Server as TcpServer,
  type Socket,
  createServer as createTcpServer,
} from 'node:net';

interface SentSms {
  to: string;
  from: string;
  body: string;
  /** Where the SMS is to be reported to; '' if nowhere. */
  statusCallback: string;
}

interface SentEmail {
  from: string;
  to: string[];
  /** Headers and body as they came. */
  raw: string;
}

/** The SMS provider's reaction to a request: it answers with a status, or drops the connection without an answer. */
type SmsBehaviour = { status: number; code?: number; message?: string; retryAfter?: string } | 'reset';

/** The mail server's reaction to a message: it answers a command with `line`, drops the connection after the body, or accepts it late. */
type MailBehaviour =
  { at: 'RCPT' | 'DATA' | 'BODY'; line: string } | 'reset after the body' | { takenAfter: Promise<void> };

/**
 * An SMS provider like Twilio and a mail server, on ports of their own, with faults that a spec chooses: each queued behaviour is
 * for one message; without any, messages are accepted.
 */
export class Providers {
  readonly sms: SentSms[] = [];
  readonly emails: SentEmail[] = [];
  readonly smsBehaviours: SmsBehaviour[] = [];
  readonly mailBehaviours: MailBehaviour[] = [];
  /** The SMS provider answers after this. */
  smsPause: Promise<void> = Promise.resolve();

  private constructor(
    private readonly http: HttpServer,
    private readonly smtp: TcpServer,
    private readonly sockets: Set<Socket>,
  ) {}

  static async start(): Promise<Providers> {
    const sockets = new Set<Socket>();
    const http = createServer((request, response) => void providers.takeSms(request, response));
    const smtp = createTcpServer((socket) => providers.speakSmtp(socket));
    const providers = new Providers(http, smtp, sockets);
    for (const server of [http, smtp]) {
      server.on('connection', (socket: Socket) => {
        sockets.add(socket);
        socket.on('close', () => sockets.delete(socket));
        socket.on('error', () => undefined);
      });
    }
    await Promise.all(
      [http, smtp].map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
    );
    return providers;
  }

  /** The variables that make a service use these providers. */
  get env() {
    const port = (server: HttpServer | TcpServer) => (server.address() as AddressInfo).port;
    return {
      SMTP_URL: `smtp://127.0.0.1:${port(this.smtp)}`,
      SMTP_FROM: 'Telemon <telemon@example.com>',
      TWILIO_ACCOUNT_SID: 'AC00000000000000000000000000000000',
      TWILIO_AUTH_TOKEN: 'secret of the spec',
      TWILIO_FROM: '+15005550006',
      TWILIO_API_URL: `http://127.0.0.1:${port(this.http)}`,
    };
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(
      [this.http, this.smtp].map((server) => new Promise<void>((resolve) => server.close(() => resolve()))),
    );
  }

  private async takeSms(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const behaviour = this.smsBehaviours.shift() ?? { status: 201 };
    await this.smsPause;
    if (behaviour === 'reset') {
      request.socket.destroy();
      return;
    }
    const { status, code, message, retryAfter } = behaviour;
    if (retryAfter) response.setHeader('retry-after', retryAfter);
    response.writeHead(status, { 'content-type': 'application/json' });
    if (status >= 400) {
      response.end(JSON.stringify({ status, code, message, more_info: '' }));
      return;
    }
    const fields = new URLSearchParams(body);
    const text = (name: string) => fields.get(name) ?? '';
    this.sms.push({
      to: text('To'),
      from: text('From'),
      body: text('Body'),
      statusCallback: text('StatusCallback'),
    });
    response.end(JSON.stringify({ sid: `SM${String(this.sms.length).padStart(32, '0')}`, status: 'queued' }));
  }

  private speakSmtp(socket: Socket): void {
    const say = (line: string) => socket.write(`${line}\r\n`);
    let buffer = '';
    let inBody = false;
    let email: SentEmail = { from: '', to: [], raw: '' };
    const refusal = (at: 'RCPT' | 'DATA' | 'BODY') => {
      const next = this.mailBehaviours[0];
      if (typeof next !== 'object' || !('at' in next) || next.at !== at) return null;
      this.mailBehaviours.shift();
      return next.line;
    };
    const endBody = () => {
      if (this.mailBehaviours[0] === 'reset after the body') {
        this.mailBehaviours.shift();
        this.emails.push(email);
        socket.destroy();
        return;
      }
      const [next] = this.mailBehaviours;
      if (typeof next === 'object' && 'takenAfter' in next) {
        this.mailBehaviours.shift();
        const late = email;
        void next.takenAfter.then(() => {
          this.emails.push(late);
          say('250 taken');
        });
        return;
      }
      const refused = refusal('BODY');
      if (refused === null) this.emails.push(email);
      say(refused ?? '250 taken');
    };
    const obey = (line: string) => {
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'EHLO') say('250 spec');
      else if (command === 'MAIL') {
        email = { from: /<(.*?)>/.exec(line)?.[1] ?? '', to: [], raw: '' };
        say('250 ok');
      } else if (command === 'RCPT') {
        const refused = refusal('RCPT');
        if (refused === null) email.to.push(/<(.*?)>/.exec(line)?.[1] ?? '');
        say(refused ?? '250 ok');
      } else if (command === 'DATA') {
        const refused = refusal('DATA');
        inBody = refused === null;
        say(refused ?? '354 go ahead');
      } else if (command === 'QUIT') socket.end('221 bye\r\n');
      else say('250 ok');
    };
    socket.on('data', (chunk) => {
      buffer += chunk.toString('utf8');
      for (;;) {
        const end = buffer.indexOf(inBody ? '\r\n.\r\n' : '\r\n');
        if (end === -1) return;
        const part = buffer.slice(0, end);
        buffer = buffer.slice(end + (inBody ? 5 : 2));
        if (inBody) {
          inBody = false;
          // SMTP doubles a dot at the beginning of a line.
          email.raw = part.replace(/^\./gm, '');
          endBody();
        } else obey(part);
      }
    });
    say('220 spec');
  }
}
