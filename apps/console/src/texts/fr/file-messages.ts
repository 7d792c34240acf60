import type { ServiceMessages } from '../service-messages.ts';

/** The messages about images and tables. */
export const fileMessages: ServiceMessages = {
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
};
