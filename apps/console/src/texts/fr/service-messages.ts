import type { ServiceMessages } from '../service-messages.ts';
import { fileMessages } from './file-messages.ts';
import { logReasons } from './log-reasons.ts';

/** The messages of services and contracts. */
export const serviceMessages: ServiceMessages = {
  // Fields
  'This field is required': 'Ce champ est obligatoire',
  'This is required field': 'Ce champ est obligatoire',
  Required: 'Obligatoire',
  'This field should be valid number': 'Ce champ doit être un nombre valide',
  'This should be a valid number': 'Ce doit être un nombre valide',
  'This should be a valid email': 'Ce doit être une adresse e-mail valide',
  'invalid contact number': 'numéro de contact invalide',
  'Must be a number': 'Ce doit être un nombre',
  'Not in the right form': 'La forme n’est pas correcte',
  'Letters, digits and signs in one line only': 'Des lettres, des chiffres et des signes sur une seule ligne',
  '3 to 15 letters, digits, - or _': 'De 3 à 15 lettres, chiffres, - ou _',
  'Should not be less than from': 'Ne doit pas être inférieur au début',
  'At least {count} characters': 'Au moins {count} caractères',
  'At least {count} entries': 'Au moins {count} entrées',
  'At least {minimum}': 'Au moins {minimum}',
  'At most {count} characters': 'Au plus {count} caractères',
  'At most {count} entries': 'Au plus {count} entrées',
  'At most {maximum}': 'Au plus {maximum}',
  'More than {minimum}': 'Plus de {minimum}',
  'Should be one of {options}': 'Doit être l’un de : {options}',
  'Should be a text': 'Doit être un texte',
  'Should be a number': 'Doit être un nombre',
  'Should be a whole number': 'Doit être un nombre entier',
  'Should be true or false': 'Doit être vrai ou faux',
  'Should be a list': 'Doit être une liste',
  'Should be an object': 'Doit être un objet',
  'Should be empty': 'Doit être vide',
  'Unknown field': 'Champ inconnu',
  'Given more than once': 'Donné plus d’une fois',
  'Holds a character that is not allowed': 'Contient un caractère qui n’est pas permis',
  'Only an admin sets this': 'Seul un administrateur définit ceci',
  'Only an admin changes this': 'Seul un administrateur change ceci',
  'You may not change this': 'Vous ne pouvez pas changer ceci',
  'should not be a common password': 'ne doit pas être un mot de passe courant',
  'should not repeat a few characters': 'ne doit pas répéter quelques caractères',
  // Accounts
  'Please sign in': 'Veuillez vous connecter',
  'Please sign in again': 'Veuillez vous connecter à nouveau',
  'You are not signed in': 'Vous n’êtes pas connecté',
  'The email or the password is wrong': 'L’e-mail ou le mot de passe est incorrect',
  'The current password is wrong': 'Le mot de passe actuel est incorrect',
  'Passwords must match': 'Les mots de passe doivent être identiques',
  'Password and Repeat Password should match!': 'Les deux mots de passe doivent être identiques !',
  'Too many failed attempts to sign in': 'Trop de tentatives de connexion ont échoué',
  'Too many codes were asked for': 'Trop de codes ont été demandés',
  '{problem}. Try again in {time} min': '{problem}. Réessayez dans {time} min',
  'OTP Does not match': 'Le code ne correspond pas',
  'Exceeded Maximum Monthly Resets': 'Le nombre de réinitialisations du mois est atteint',
  'Sign-up is switched off': 'L’inscription est désactivée',
  'Your role does not allow this': 'Votre rôle ne le permet pas',
  'This needs the right MQTT Admin, which an admin can give you':
    'Il faut pour cela le droit Admin MQTT, qu’un administrateur peut vous donner',
  'Only an admin may do this': 'Seul un administrateur peut le faire',
  'Only services may ask this': 'Seuls les services peuvent le demander',
  'This cannot be asked from another site': 'Ceci ne peut pas être demandé depuis un autre site',
  'You may not do this': 'Vous ne pouvez pas le faire',
  'There is no such user': 'Cet utilisateur n’existe pas',
  'There is already a user with the address {email}': 'Un utilisateur a déjà l’adresse {email}',
  'This user has signed in already and needs no invitation':
    'Cet utilisateur s’est déjà connecté et n’a pas besoin d’invitation',
  'This invitation is not valid any more. Ask for another one':
    'Cette invitation n’est plus valable. Demandez-en une autre',
  'There is already a user with this address': 'Un utilisateur a déjà cette adresse',
  'The last admin cannot be deleted': 'Le dernier administrateur ne peut pas être supprimé',
  'You cannot delete your own account': 'Vous ne pouvez pas supprimer votre propre compte',
  'The manager still has {things}; give them to another manager or delete them first':
    'Le gestionnaire a encore {things} ; donnez-les d’abord à un autre gestionnaire ou supprimez-les',
  devices: 'des appareils',
  buildings: 'des bâtiments',
  'sensor types': 'des types de capteur',
  '{things}, {others}': '{things}, {others}',
  assistants: 'des assistants',
  'Only an assistant has a manager': 'Seul un assistant a un gestionnaire',
  'An assistant needs a manager who exists': 'Un assistant a besoin d’un gestionnaire qui existe',
  'Choose a manager': 'Choisissez un gestionnaire',
  'There is no such manager': 'Ce gestionnaire n’existe pas',
  'Only an admin chooses the manager': 'Seul un administrateur choisit le gestionnaire',
  '{field} is not yours to set': 'Vous ne pouvez pas définir {field}',
  'There is no such location': 'Ce lieu n’existe pas',
  'There is already a location {name}': 'Le lieu {name} existe déjà',
  'There is already one of this name': 'Ce nom existe déjà',
  'Users still belong to this location': 'Des utilisateurs appartiennent encore à ce lieu',
  // Devices and places
  'There is no such device': 'Cet appareil n’existe pas',
  'There is no such sensor': 'Ce capteur n’existe pas',
  'There is no such assignment': 'Cette attribution n’existe pas',
  'There is no such building': 'Ce bâtiment n’existe pas',
  'There is no such floor': 'Cet étage n’existe pas',
  'There is no such file': 'Ce fichier n’existe pas',
  'There is no such command': 'Cette commande n’existe pas',
  'The device name {name} is taken': 'Le nom d’appareil {name} est déjà pris',
  'This name is taken': 'Ce nom est déjà pris',
  'No device was changed: there is no {names}': 'Aucun appareil n’a été changé : {names} n’existe pas',
  'Only an admin changes {field}': 'Seul un administrateur change {field}',
  'The device lacks settings that it needs': 'Il manque à l’appareil des réglages nécessaires',
  'Choose a sensor of the manager': 'Choisissez un capteur du gestionnaire',
  'Choose at least one device': 'Choisissez au moins un appareil',
  "Choose an assistant of the device's manager": 'Choisissez un assistant du gestionnaire de l’appareil',
  'The device is assigned to this assistant already': 'L’appareil est déjà attribué à cet assistant',
  'A device has at most {most} assistants': 'Un appareil a au plus {most} assistants',
  'The sensor is in use by a device': 'Un appareil utilise encore ce capteur',
  'The building still has floors or devices': 'Le bâtiment a encore des étages ou des appareils',
  'A building keeps its name': 'Un bâtiment garde son nom',
  'The name cannot be changed': 'Le nom ne peut pas être changé',
  'Assistants do not change buildings and floors': 'Les assistants ne changent ni bâtiments ni étages',
  'Devices still stand on the floor': 'Des appareils sont encore placés sur l’étage',
  'Floor name is required': 'Le nom de l’étage est obligatoire',
  'Please upload an image!': 'Veuillez envoyer une image !',
  '{most} commands wait for the device already; delete one, or wait until the device takes some':
    '{most} commandes attendent déjà l’appareil ; supprimez-en une, ou attendez qu’il en prenne',
  'The device has readings already: a test is for one that has none':
    'L’appareil a déjà des mesures : l’essai est pour un appareil sans mesure',
  // Alerts and their delivery
  'This link is no longer valid': 'Ce lien n’est plus valable',
  'There is no such event': 'Cet événement n’existe pas',
  'Only its creator, a manager or an admin may delete this event':
    'Seul son créateur, un gestionnaire ou un administrateur peut supprimer cet événement',
  'Telemon may only connect to public addresses': 'Telemon ne peut se connecter qu’à des adresses publiques',
  'This should be a host name or an IP address': 'Ce doit être un nom d’hôte ou une adresse IP',
  'A topic to publish to has no + and no #': 'Un sujet de publication ne contient ni + ni #',
  'Topics that begin with $ belong to the broker': 'Les sujets qui commencent par $ appartiennent au broker',

  // Blocked topics
  'At most 65,535 bytes': 'Au plus 65 535 octets',
  'A topic has no NUL character, and no half of a character':
    'Un sujet ne contient ni caractère NUL ni moitié de caractère',
  'A + stands for a whole level, between slashes': 'Un + remplace un niveau entier, entre barres obliques',
  'A # stands alone in the last level': 'Un # est seul dans le dernier niveau',
  'There is no such blocked topic': 'Ce sujet n’est pas bloqué',
  'There is no such unknown device': 'Cet appareil inconnu n’existe pas',
  'There is no such message in the log': 'Ce message n’est pas dans le journal',
  'The topic of the device’s readings is blocked': 'Le sujet des mesures de l’appareil est bloqué',
  'This topic is blocked already': 'Ce sujet est déjà bloqué',
  'At most {most} topics can be blocked. Delete some, or block several by a wildcard':
    'Au plus {most} sujets peuvent être bloqués. Supprimez-en, ou bloquez-en plusieurs par un caractère générique',
  'Letters, digits and signs only': 'Lettres, chiffres et signes seulement',
  'Only where MQTT is enabled': 'Seulement si MQTT est activé',
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
  'The server did not answer as an MQTT broker': 'Le serveur n’a pas répondu comme un broker MQTT',
  'Telemon may not connect to this host: its address is not public':
    'Telemon ne peut pas se connecter à cet hôte : son adresse n’est pas publique',
  'The host’s name cannot be resolved': 'Le nom de l’hôte ne peut pas être résolu',
  'Something went wrong on our side': 'Une erreur s’est produite de notre côté',
  'There is no such alert': 'Cette alerte n’existe pas',
  'There is no such entry in the alert log': 'Cette entrée du journal des alertes n’existe pas',
  'Only its creator, a manager or an admin may change or delete this alert':
    'Seul son créateur, un gestionnaire ou un administrateur peut modifier ou supprimer cette alerte',
  'A device can have at most {most} alerts. Delete one that is not needed':
    'Un appareil peut avoir au plus {most} alertes. Supprimez-en une qui ne sert plus',
  'An alert stays with its device': 'Une alerte reste à son appareil',
  'Too many test messages of this alert were asked for':
    'Trop de messages d’essai de cette alerte ont été demandés',
  'The device {device} has no sensor {sensor}': 'L’appareil {device} n’a pas de capteur {sensor}',
  'The device has no such sensor': 'L’appareil n’a pas ce capteur',
  'There is no variable {variable}': 'La variable {variable} n’existe pas',
  '{type} has one set point': '{type} n’a qu’un seuil',
  '{type} has no time period': '{type} n’a pas de période',
  'Choose one of the time periods': 'Choisissez l’une des périodes',
  '{type} has no hold time': '{type} n’a pas de maintien',
  '{type} has no clear threshold': '{type} n’a pas de seuil de retour',
  '{type} has one clear threshold': '{type} n’a qu’un seuil de retour',
  'Should be at most the set point': 'Doit être au plus le seuil',
  'Should be at least the set point': 'Doit être au moins le seuil',
  'Should lie between the thresholds': 'Doit se trouver entre les seuils',
  'Should not lie between the thresholds': 'Ne doit pas se trouver entre les seuils',
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
  'The signature of this report is not Twilio’s': 'La signature de ce rapport n’est pas celle de Twilio',
  day: 'jour',
  week: 'semaine',
  month: 'mois',
  '{count} e-mails': '{count} e-mails',
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
  // Reports
  'There is no such report': 'Ce rapport n’existe pas',
  'There is no spreadsheet': 'Il n’y a pas de feuille de calcul',
  'Its content is not available right now': 'Son contenu n’est pas disponible en ce moment',
  // UDP routes
  'There is no such rule': 'Cette règle n’existe pas',
  'There is already a rule from this device to this host, port and topic':
    'Une règle mène déjà de cet appareil à cet hôte, ce port et ce sujet',
  'There are {most} rules already; delete one first': 'Il y a déjà {most} règles ; supprimez-en une d’abord',
  'certificate is a required field': 'Le certificat est obligatoire',
  'The certificate that begins in line {line} cannot be read':
    'Le certificat qui commence à la ligne {line} ne peut pas être lu',
  'Line {line} belongs to a private key; give certificates alone':
    'La ligne {line} appartient à une clé privée ; ne donnez que des certificats',
  'Line {line} is one too many: at most {most} lines': 'La ligne {line} est de trop : au plus {most} lignes',
  'Line {line} is longer than {most} characters': 'La ligne {line} dépasse {most} caractères',
  'Line {line} should be -----BEGIN CERTIFICATE-----':
    'La ligne {line} devrait être -----BEGIN CERTIFICATE-----',
  'Line {line} begins one too many: at most {most} certificates':
    'La ligne {line} commence un certificat de trop : au plus {most}',
  'Line {line} is no line of a certificate': 'La ligne {line} n’est pas une ligne de certificat',
  'After line {line}, -----END CERTIFICATE----- is missing':
    'Après la ligne {line}, il manque -----END CERTIFICATE-----',
  'The certificates of this rule cannot be decrypted; add the rule again':
    'Les certificats de cette règle ne peuvent pas être déchiffrés ; ajoutez la règle à nouveau',
  // Readings, exports and limits
  'More than {most} entries are exported only in the order of time. Sort by Triggered At, or search for fewer':
    'Plus de {most} entrées ne sont exportées que dans l’ordre du temps. Triez par Déclenchée le, ou cherchez-en moins',
  'This is too much to show, narrow the range': 'C’est trop à montrer, réduisez la période',
  'Reading this takes too long at the moment. Try again, or narrow the range':
    'La lecture prend trop de temps en ce moment. Réessayez, ou réduisez la période',
  'Not a date': 'Ce n’est pas une date',
  '{field} is not a date': '{field} n’est pas une date',
  'The day lies in the future': 'Le jour est dans le futur',
  'The start lies in the future': 'Le début est dans le futur',
  'The end lies in the future': 'La fin est dans le futur',
  'The end lies before the start': 'La fin est avant le début',
  'The range is longer than {days} days': 'La période dépasse {days} jours',
  'The range holds more than {most} readings. Ask for a file with format=xlsx or format=csv, or narrow the range':
    'La période contient plus de {most} mesures. Demandez un fichier avec format=xlsx ou format=csv, ou réduisez la période',
  'A file needs an inbox that it is sent to': 'Un fichier a besoin d’une boîte de réception',
  '{most} exports of yours are under way. Wait until one has ended, or cancel it':
    '{most} de vos exports sont en cours. Attendez la fin de l’un d’eux, ou annulez-le',
  'Too many exports are under way right now. Try again in a moment':
    'Trop d’exports sont en cours. Réessayez dans un instant',
  'The export broke off. Try again': 'L’export s’est interrompu. Réessayez',
  'There is no such export': 'Cet export n’existe pas',
  'The list was changed while it was read': 'La liste a été modifiée pendant sa lecture',
  'Your rights have changed': 'Vos droits ont changé',
  'Devices of yours were given to others, or deleted, while it was read':
    'Certains de vos appareils ont été attribués à d’autres, ou supprimés, pendant la lecture',
  'Devices of yours were given to others while it was made':
    'Certains de vos appareils ont été attribués à d’autres pendant sa création',
  'This export holds devices that you no longer have. Order it anew':
    'Cet export contient des appareils que vous n’avez plus. Commandez-le à nouveau',
  'It did not succeed': 'Il n’a pas abouti',
  'Too many requests. Try again in {time} s': 'Trop de demandes. Réessayez dans {time} s',
  'You have sent as many files as may be sent in an hour. Try again in {time} min':
    'Vous avez envoyé autant de fichiers que possible en une heure. Réessayez dans {time} min',
  'You have exported as often as is possible in an hour. Try again in {time} min':
    'Vous avez exporté aussi souvent que possible en une heure. Réessayez dans {time} min',
  'At most {most} live streams may be open at once':
    'Au plus {most} flux en direct peuvent être ouverts à la fois',
  'This is not available right now': 'Ce n’est pas disponible en ce moment',
  'Too much is asked at the moment. Try again in a few seconds':
    'Trop de demandes en ce moment. Réessayez dans quelques secondes',
  'The request is larger than {size} MB': 'La demande dépasse {size} Mo',
  'The body should be an object': 'Le corps doit être un objet',
  'The body is nested too deeply': 'Le corps est imbriqué trop profondément',
  'The input cannot be read': 'La saisie ne peut pas être lue',
  'There is no {method} /{path}': '{method} /{path} n’existe pas',
  ...fileMessages,
  ...logReasons,
  // A request's first fault, behind the name of its field.
  '{field}: {fault}': '{field} : {fault}',
};
