import type { ServiceMessages } from '../service-messages.ts';

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
  'Only an admin may do this': 'Seul un administrateur peut le faire',
  'Only services may ask this': 'Seuls les services peuvent le demander',
  'This cannot be asked from another site': 'Ceci ne peut pas être demandé depuis un autre site',
  'You may not do this': 'Vous ne pouvez pas le faire',
  'There is no such user': 'Cet utilisateur n’existe pas',
  'There is already a user with the address {email}': 'Un utilisateur a déjà l’adresse {email}',
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
  'There is no such alert': 'Cette alerte n’existe pas',
  'There is no such entry in the alert log': 'Cette entrée du journal des alertes n’existe pas',
  'Only its creator, a manager or an admin may delete this alert':
    'Seul son créateur, un gestionnaire ou un administrateur peut supprimer cette alerte',
  'The device {device} has no sensor {sensor}': 'L’appareil {device} n’a pas de capteur {sensor}',
  'The device has no such sensor': 'L’appareil n’a pas ce capteur',
  'There is no variable {variable}': 'La variable {variable} n’existe pas',
  '{type} has one set point': '{type} n’a qu’un seuil',
  'The device is gone': 'L’appareil n’existe plus',
  'The device’s limit of {messages} a {period} is used up':
    'La limite de l’appareil, {messages} par {period}, est atteinte',
  'The manager’s limit of {messages} a {period} is used up':
    'La limite du gestionnaire, {messages} par {period}, est atteinte',
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
  // Readings, exports and limits
  'This is too much to show, narrow the range': 'C’est trop à montrer, réduisez la période',
  'Reading this takes too long at the moment. Try again, or narrow the range':
    'La lecture prend trop de temps en ce moment. Réessayez, ou réduisez la période',
  'Not a date': 'Ce n’est pas une date',
  '{field} is not a date': '{field} n’est pas une date',
  'The day lies in the future': 'Le jour est dans le futur',
  'The start lies in the future': 'Le début est dans le futur',
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
  // Files
  'Send one file, as multipart/form-data in the field {field}, and nothing else':
    'Envoyez un seul fichier, en multipart/form-data dans le champ {field}, et rien d’autre',
  'The upload broke off or cannot be read. Send the file again':
    'L’envoi s’est interrompu ou ne peut pas être lu. Envoyez le fichier à nouveau',
  'The file is empty. Choose another one': 'Le fichier est vide. Choisissez-en un autre',
  'The file is larger than {size} MB. Make it smaller and send it again':
    'Le fichier dépasse {size} Mo. Réduisez-le et envoyez-le à nouveau',
  'The file is no longer there. Please upload it again':
    'Le fichier n’est plus là. Veuillez l’envoyer à nouveau',
  'Other files of yours are still on their way. Try again in a moment':
    'D’autres de vos fichiers sont en cours d’envoi. Réessayez dans un instant',
  'Other files are still on their way to you. Try again in a moment':
    'D’autres fichiers sont en cours de réception. Réessayez dans un instant',
  'Too many files are on their way right now. Try again in a moment':
    'Trop de fichiers sont en cours d’envoi. Réessayez dans un instant',
  'Other files are being read. Try again in a moment':
    'D’autres fichiers sont en cours de lecture. Réessayez dans un instant',
  'Other images are being read. Try again in a moment':
    'D’autres images sont en cours de lecture. Réessayez dans un instant',
  'Choose an image of type .png, .jpeg, .jpg or .svg': 'Choisissez une image .png, .jpeg, .jpg ou .svg',
  'The image is damaged or cut off. Save it anew and choose it again':
    'L’image est abîmée ou tronquée. Enregistrez-la à nouveau et choisissez-la encore',
  'The image has more than 40 megapixels. Make it smaller and choose it again':
    'L’image dépasse 40 mégapixels. Réduisez-la et choisissez-la à nouveau',
  'The image comes in more passes than can be read. Save it anew':
    'L’image a trop de passes pour être lue. Enregistrez-la à nouveau',
  'The image is larger than 20 MB once it is unpacked. Make it smaller, or save it as .jpeg':
    'L’image dépasse 20 Mo une fois décompressée. Réduisez-la, ou enregistrez-la en .jpeg',
  'The image takes too much time or memory to read. Make it smaller or simpler and choose it again':
    'L’image demande trop de temps ou de mémoire. Réduisez-la ou simplifiez-la, et choisissez-la à nouveau',
  'The drawing is not valid SVG': 'Le dessin n’est pas un SVG valide',
  'The file is no SVG drawing': 'Le fichier n’est pas un dessin SVG',
  'The drawing should say its width and height, or its viewBox':
    'Le dessin doit indiquer sa largeur et sa hauteur, ou son viewBox',
  'Nothing is left of the drawing without its forbidden content':
    'Il ne reste rien du dessin sans son contenu interdit',
  'The drawing should not declare entities': 'Le dessin ne doit pas déclarer d’entités',
  'The drawing contains forbidden content': 'Le dessin contient un contenu interdit',
  'An element of the drawing has too many attributes': 'Un élément du dessin a trop d’attributs',
  'The drawing has too many elements': 'Le dessin a trop d’éléments',
  'The drawing is nested too deeply': 'Le dessin est imbriqué trop profondément',
  'The drawing repeats itself without end': 'Le dessin se répète sans fin',
  'The drawing should be in UTF-8': 'Le dessin doit être en UTF-8',
  'The drawing cannot be read': 'Le dessin ne peut pas être lu',
  // Tables
  'Choose a file of type .xls, .xlsx or .csv': 'Choisissez un fichier .xls, .xlsx ou .csv',
  'The file is larger than {size} MB. Leave only the data in it':
    'Le fichier dépasse {size} Mo. N’y laissez que les données',
  'The file holds more than 20 MB once it is unpacked. Leave only the data in it':
    'Le fichier dépasse 20 Mo une fois décompressé. N’y laissez que les données',
  'The file takes too much time or memory to read. Save the data as .csv':
    'Le fichier demande trop de temps ou de mémoire. Enregistrez les données en .csv',
  'The file is not a workbook that can be read. Save it as .xlsx or .csv':
    'Le fichier n’est pas un classeur lisible. Enregistrez-le en .xlsx ou .csv',
  'The file is neither a workbook nor a text of columns. Save it as .xlsx or .csv':
    'Le fichier n’est ni un classeur ni un texte en colonnes. Enregistrez-le en .xlsx ou .csv',
  'The file is {kind}, neither a workbook nor a text of columns. Save it as .xlsx or .csv':
    'Le fichier est {kind}, ni un classeur ni un texte en colonnes. Enregistrez-le en .xlsx ou .csv',
  'a web page': 'une page web',
  'an XML document': 'un document XML',
  'a PDF document': 'un document PDF',
  'a picture': 'une image',
  'an archive': 'une archive',
  'an empty archive': 'une archive vide',
  'The file is protected by a password. Save it without one':
    'Le fichier est protégé par un mot de passe. Enregistrez-le sans',
  'The workbook is protected by a password. Save it without one':
    'Le classeur est protégé par un mot de passe. Enregistrez-le sans',
  'The file is damaged: its end is missing. Save it anew':
    'Le fichier est abîmé : sa fin manque. Enregistrez-le à nouveau',
  'The file is damaged: its table of contents does not fit what it holds. Save it anew':
    'Le fichier est abîmé : sa table des matières ne correspond pas à son contenu. Enregistrez-le à nouveau',
  'The workbook is too large: it has {amount}. Save the data as .csv':
    'Le classeur est trop grand : il a {amount}. Enregistrez les données en .csv',
  'The first sheet is empty. Put the sheet with the data first':
    'La première feuille est vide. Mettez la feuille des données en premier',
  'There are more than {count} rows. Leave out some': 'Il y a plus de {count} lignes. Retirez-en',
  'A table needs at least {count} rows of raw and value':
    'Une table a besoin d’au moins {count} lignes de valeurs brutes et converties',
  'There is no device in the file': 'Le fichier ne contient aucun appareil',
  'No device was made. {reason}': 'Aucun appareil n’a été créé. {reason}',
  'The column {column} is there twice': 'La colonne {column} figure deux fois',
  'The first row has to name the position columns: {columns}':
    'La première ligne doit nommer les colonnes de position : {columns}',
  'The first row has to name {columns}': 'La première ligne doit nommer {columns}',
  'The first row names no column here': 'La première ligne ne nomme pas de colonne ici',
  'This name is in the file twice': 'Ce nom figure deux fois dans le fichier',
  'Several sensors have this name': 'Plusieurs capteurs ont ce nom',
  'Several buildings have this name': 'Plusieurs bâtiments ont ce nom',
  'Several floors have this name': 'Plusieurs étages ont ce nom',
  'Row {row} is longer than {count} characters': 'La ligne {row} dépasse {count} caractères',
  'Row {row}, column {column}: {fault}': 'Ligne {row}, colonne {column} : {fault}',
  'Row {row}, column {column} {fault}': 'Ligne {row}, colonne {column} {fault}',
  'Row {row}, {column}: {fault}': 'Ligne {row}, {column} : {fault}',
  'devices have no such column': 'les appareils n’ont pas cette colonne',
  "merged cells can't be read; take them apart":
    'les cellules fusionnées ne peuvent pas être lues ; séparez-les',
  'a quotation mark is not closed': 'un guillemet n’est pas fermé',
  'a decimal comma where the numbers before have a point':
    'une virgule décimale alors que les nombres précédents ont un point',
  'a decimal point where the numbers before have a comma':
    'un point décimal alors que les nombres précédents ont une virgule',
  'there is something beside the {count} columns that are read':
    'il y a quelque chose à côté des {count} colonnes qui sont lues',
  'the raw value is there twice': 'la valeur brute figure deux fois',
  'the raw value is less than the one before it; they have to ascend':
    'la valeur brute est inférieure à la précédente ; elles doivent croître',
  '(raw): {fault}': '(brut) : {fault}',
  '(value): {fault}': '(valeur) : {fault}',
  '(raw) {fault}': '(brut) {fault}',
  '(value) {fault}': '(valeur) {fault}',
  'is empty': 'est vide',
  'is not a number': 'n’est pas un nombre',
  'lies beyond ±1e15': 'est au-delà de ±1e15',
  'holds {content}': 'contient {content}',
  'a formula; paste it as a value': 'une formule ; collez-la comme valeur',
  'a truth value': 'une valeur logique',
  'an error': 'une erreur',
  'a date or a time': 'une date ou une heure',
  // A request's first fault, behind the name of its field.
  '{field}: {fault}': '{field} : {fault}',
};
