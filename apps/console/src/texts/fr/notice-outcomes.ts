import type { ServiceMessages } from '../service-messages.ts';

/** The outcomes of notices and letters, with their reasons. */
export const noticeOutcomes: ServiceMessages = {
  'The alert is flapping': 'L’alerte oscille',
  'Waits to go out in one message with others': 'Attend de partir en un seul message avec d’autres',
  'One of {count} in one message': 'Un parmi {count} en un seul message',
  'One of {count} in one message: {reason}': 'Un parmi {count} en un seul message : {reason}',
  'The message before this one was not sent': 'Le message précédent n’a pas été envoyé',
  'The device is gone': 'L’appareil n’existe plus',
  'The device’s limit of {messages} a {period} is used up':
    'La limite de l’appareil, {messages} par {period}, est atteinte',
  'The manager’s limit of {messages} a {period} is used up':
    'La limite du gestionnaire, {messages} par {period}, est atteinte',
  'The limit of {messages} a {period} to this recipient is used up':
    'La limite de {messages} par {period} pour ce destinataire est atteinte',
  'The installation’s limit of {messages} a {period} is used up':
    'La limite de l’installation, {messages} par {period}, est atteinte',
  'The limit of {messages} a {period} to this host is used up':
    'La limite de {messages} par {period} vers cet hôte est atteinte',
  '{count} MQTT messages': '{count} messages MQTT',
  'Snoozed until {time} by {name}': 'En silence jusqu’au {time}, par {name}',
  day: 'jour',
  week: 'semaine',
  month: 'mois',
  '{count} e-mails': '{count} e-mails',
  'By then it was acknowledged or over': 'Entre-temps, l’alerte a été acquittée ou a pris fin',
  'It came too late to be of use': 'Le message arriverait trop tard pour être utile',
  'Given up after 24 hours: {reason}': 'Abandonné après 24 heures : {reason}',
  'This is not an e-mail address': 'Ce n’est pas une adresse e-mail',
  'This is not a phone number that can get SMS': 'Ce numéro ne peut pas recevoir de SMS',
  'This is not a mobile phone number': 'Ce n’est pas un numéro de mobile',
  'This phone number cannot be reached': 'Ce numéro ne peut pas être joint',
  'The recipient has unsubscribed by answering STOP': 'Le destinataire s’est désabonné en répondant STOP',
  'The message is too long for an SMS': 'Le message est trop long pour un SMS',
  'Twilio did not answer in time': 'Twilio n’a pas répondu à temps',
  'The connection to Twilio failed': 'La connexion à Twilio a échoué',
  'Twilio refused it: {reason}': 'Twilio l’a refusé : {reason}',
  'Twilio could not deliver it: {reason}': 'Twilio n’a pas pu le remettre : {reason}',
  'The queue of the Twilio account is full': 'La file du compte Twilio est pleine',
  'The Twilio account is suspended': 'Le compte Twilio est suspendu',
  'The phone is off or has no reception': 'Le téléphone est éteint ou hors réseau',
  'The recipient blocks messages': 'Le destinataire bloque les messages',
  'The number is not in use': 'Ce numéro n’est pas attribué',
  'The number is a landline, or its network takes no SMS':
    'Ce numéro est une ligne fixe, ou son réseau n’accepte pas de SMS',
  'The network filtered the message out as spam': 'Le réseau a écarté le message comme indésirable',
  'The network takes no messages from a number that is not registered for them':
    'Le réseau n’accepte pas de messages d’un numéro qui n’est pas enregistré pour cela',
  // Brokers
  'The MQTT broker closed the connection': 'Le broker MQTT a fermé la connexion',
  'The MQTT broker did not acknowledge the message in time':
    'Le broker MQTT n’a pas confirmé le message à temps',
  'The MQTT broker did not answer in time': 'Le broker MQTT n’a pas répondu à temps',
  'The certificate of the MQTT broker is not valid for this host':
    'Le certificat du broker MQTT n’est pas valable pour cet hôte',
  'The certificate of the MQTT broker has expired': 'Le certificat du broker MQTT a expiré',
  'The certificate of the MQTT broker is not valid yet':
    'Le certificat du broker MQTT n’est pas encore valable',
  'No known authority vouches for the certificate of the MQTT broker':
    'Aucune autorité connue ne garantit le certificat du broker MQTT',
  'The MQTT broker refused the connection': 'Le broker MQTT a refusé la connexion',
  'The connection to the MQTT broker failed': 'La connexion au broker MQTT a échoué',
  'The MQTT broker does not let Telemon in without a login':
    'Le broker MQTT n’admet pas Telemon sans mot de passe',
  'The MQTT broker wants a client certificate, which Telemon has none of':
    'Le broker MQTT demande un certificat client, que Telemon n’a pas',
  'The MQTT broker does not accept Telemon as a client': 'Le broker MQTT n’accepte pas Telemon comme client',
  'The server did not answer as an MQTT broker': 'Le serveur n’a pas répondu comme un broker MQTT',
  'Telemon may not connect to this host: its address is not public':
    'Telemon ne peut pas se connecter à cet hôte : son adresse n’est pas publique',
  'The host’s name cannot be resolved': 'Le nom de l’hôte ne peut pas être résolu',
};
