export const outbox = {
  name: 'Message |||| Messages',
  fields: { subject: 'Message', kind: 'Type', to: 'Destinataire', sentAt: 'Envoyé' },
  kinds: { sms: 'SMS', email: 'E-mail' },
  filters: { to: 'Chercher un destinataire', allKinds: 'SMS et e-mails' },
  views: { html: 'Page', text: 'Texte' },
  asPage: 'Le message comme page',
  attachment: 'Pièce jointe',
  noSubject: 'Sans objet',
  deleteAll: 'Tout supprimer',
  deleteWhat: 'Tous les messages seront supprimés, y compris ceux des autres pages de cette liste.',
  info: {
    heading: 'Messages qui restent sur cette machine',
    what: 'Telemon enverrait ces SMS et e-mails. Il les garde ici tant qu’aucun fournisseur n’est configuré.',
    providers: 'SMTP_URL configure les e-mails, les variables qui commencent par TWILIO_ les SMS.',
  },
  empty: 'Aucun message envoyé',
  emptyWhat: 'Les messages apparaissent ici dès qu’une alerte se déclenche ou qu’un code est envoyé.',
};
