import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { MessageDocument } from '../messages/message.ts';
import { MessagesService } from '../messages/messages.service.ts';
import { DeliveryReports } from './delivery-reports.ts';
import {
  authenticate,
  bodyMissing,
  bodyTooLong,
  fromMissing,
  notFound,
  statusCallbackInvalid,
  toInvalid,
  toMissing,
} from './twilio-error.ts';

const API = '/2010-04-01';
const LONGEST_BODY = 1_600;
const CHARACTERS_PER_SEGMENT = 160;
const PHONE_NUMBER = /^\+[1-9]\d{6,14}$/;

type OfAccount = FastifyRequest<{ Params: { account: string } }>;

/** The part of Twilio's API that sends SMS, compatible with Twilio's own client. */
@Injectable()
export class SmsEndpoint {
  constructor(
    private readonly messages: MessagesService,
    private readonly reports: DeliveryReports,
  ) {}

  register(server: FastifyInstance): void {
    server.post<{ Params: { account: string } }>(
      `${API}/Accounts/:account/Messages.json`,
      async (request, reply) => {
        const token = refuseStrangers(request);
        const { account } = request.params;
        const { to, from, body, address } = readForm((request.body ?? {}) as Record<string, string>);
        const sid = `SM${randomBytes(16).toString('hex')}`;
        const message = await this.messages.keep({
          kind: 'sms',
          from,
          to,
          subject: '',
          text: body,
          html: '',
          sid,
        });
        if (address !== '') this.reports.begin({ address, account, token, message });
        return reply.code(201).send(asTwilioMessage(message, account, 'queued'));
      },
    );

    server.get<{ Params: { account: string; file: string } }>(
      `${API}/Accounts/:account/Messages/:file`,
      async (request) => {
        refuseStrangers(request);
        const sid = /^(SM[0-9a-f]{32})\.json$/.exec(request.params.file)?.[1];
        const message = sid === undefined ? null : await this.messages.bySid(sid);
        if (!message) throw notFound(request.url);
        return asTwilioMessage(message, request.params.account, 'delivered');
      },
    );
  }
}

/** Any token will do, but the account must be the one in the path, as with Twilio. Returns the token. */
const refuseStrangers = ({ headers, params }: OfAccount): string => {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/.exec(headers.authorization ?? '')?.[1];
  const [user = '', ...token] = Buffer.from(encoded ?? '', 'base64')
    .toString('utf8')
    .split(':');
  const isKey = user.startsWith('SK');
  if (token.join(':') === '' || !(isKey || user === params.account)) throw authenticate();
  return token.join(':');
};

const readForm = (form: Record<string, string>) => {
  const { To = '', From = '', MessagingServiceSid = '', Body = '', StatusCallback = '' } = form;
  if (To === '') throw toMissing();
  if (!PHONE_NUMBER.test(To)) throw toInvalid(To);
  if (From === '' && MessagingServiceSid === '') throw fromMissing();
  if (Body === '') throw bodyMissing();
  if (Body.length > LONGEST_BODY) throw bodyTooLong();
  if (StatusCallback !== '' && !isWebAddress(StatusCallback)) throw statusCallbackInvalid(StatusCallback);
  return { to: To, from: From || MessagingServiceSid, body: Body, address: StatusCallback };
};

const isWebAddress = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);

const asTwilioMessage = (message: MessageDocument, account: string, status: 'queued' | 'delivered') => {
  const { sid, from, to, text, sentAt } = message;
  const date = sentAt.toUTCString().replace('GMT', '+0000');
  const uri = `${API}/Accounts/${account}/Messages/${sid}`;
  const isService = from.startsWith('MG');
  return {
    sid,
    account_sid: account,
    api_version: '2010-04-01',
    messaging_service_sid: isService ? from : null,
    from: isService ? null : from,
    to,
    body: text,
    status,
    direction: 'outbound-api',
    date_created: date,
    date_updated: date,
    date_sent: status === 'delivered' ? date : null,
    num_segments: String(Math.ceil(text.length / CHARACTERS_PER_SEGMENT)),
    num_media: '0',
    price: null,
    price_unit: 'USD',
    error_code: null,
    error_message: null,
    uri: `${uri}.json`,
    subresource_uris: { media: `${uri}/Media.json` },
  };
};
