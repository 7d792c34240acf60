/** The outbox: messages that are not sent but kept on this machine. */
export const outbox = {
  name: 'Message |||| Messages',
  fields: { subject: 'Message', kind: 'Kind', to: 'To', sentAt: 'Sent' },
  kinds: { sms: 'SMS', email: 'E-mail' },
  filters: { to: 'Search a recipient', allKinds: 'SMS and e-mail' },
  views: { html: 'Page', text: 'Text' },
  asPage: 'The message as a page',
  attachment: 'Attachment',
  noSubject: 'No subject',
  unknown: 'There is no such message here',
  unknownWhat: 'It may have been deleted, or it is on another page of the list.',
  deleteAll: 'Delete All',
  deleteWhat: 'All messages of the outbox will be deleted, also those on other pages of this list.',
  info: {
    heading: 'Messages that stay on this machine',
    what: 'Telemon would send these SMS and e-mails. It keeps them here until a provider is set up.',
    providers: 'SMTP_URL sets up e-mail, the variables that begin with TWILIO_ set up SMS.',
  },
  empty: 'No message has been sent yet',
  emptyWhat: 'Messages appear here as soon as an alert fires or a code is sent.',
} as const;
