import type { Translation } from '../translate.ts';

type Device = Translation['resources']['device'];

export const deviceImport: Device['import'] = {
  title: 'Importer',
  manager: 'Les appareils appartiendront à ce gestionnaire, comme les capteurs que le fichier nomme.',
  hint: '.xlsx, .xls ou .csv jusqu’à %{most} Mo, avec %{devices} appareils au plus. La première ligne nomme les colonnes : %{needed}, et %{gps} ou %{map}.',
  holds: {
    title: 'Contenu des colonnes',
    column: 'Colonne',
    what: 'Contenu',
    names: 'De 3 à 15 lettres, chiffres, - ou _ ; et un alias de 3 à 25 caractères.',
    sensors: 'Noms de capteurs, comme dans Types de capteurs. Un appareil a besoin du premier.',
    gps: 'Où se trouve un appareil : degrés nord et est.',
    map: 'Ou sur quel plan : noms du bâtiment et de l’étage, et pour cent depuis la gauche et le haut.',
    mode: 'Gps ou Map. Laissé vide, une ligne qui parle d’un plan est Map, toute autre Gps.',
    template: 'Multiple, Single ou Ultrasonic. Laissé vide : Multiple.',
    ultrasonic:
      'Pour Ultrasonic : un nombre entier, Fill ou Overflow, First ou Average. Laissé vide : 600, Fill, First.',
    limits:
      'Donné par un administrateur seulement : deux nombres, Daily, Weekly ou Monthly, enabled ou disabled. Laissé vide : 10, 10, Monthly, disabled.',
  },
  template: 'Enregistrer un fichier de départ',
  templateName: 'appareils.csv',
  reading: 'Lecture du fichier',
  right: 'Son appareil peut être ajouté |||| Ses %{smart_count} appareils peuvent être ajoutés',
  wrong:
    'Une ligne sur %{count} est fausse : rien n’est encore ajouté |||| %{smart_count} lignes sur %{count} sont fausses : rien n’est encore ajouté',
  faults: 'Les fautes, ligne par ligne',
  rightRows: 'Une ligne est juste |||| %{smart_count} lignes sont justes',
  good: 'Les appareils qui peuvent être ajoutés, ligne par ligne',
  columns: { row: 'Ligne', column: 'Colonne', fault: 'Faute', device: 'Appareil' },
  make: 'Ajouter l’appareil |||| Ajouter %{smart_count} appareils',
  made: 'L’appareil est ajouté |||| %{smart_count} appareils sont ajoutés',
  once: 'Leurs mots de passe MQTT ne peuvent être enregistrés que cette fois. Gardez le fichier en lieu sûr.',
  saveLogins: 'Enregistrer les accès',
  loginsName: 'acces-mqtt.csv',
};

export const bulk: Device['bulk'] = {
  title: 'Modification groupée',
  devices: 'Appareils',
  search: 'Chercher par alias, nom ou gestionnaire',
  shown: 'Appareils affichés',
  all: 'Tous',
  chosen: 'Choisis (%{count})',
  chooseAll: 'Choisir celui-ci |||| Choisir ces %{smart_count}',
  chooseNone: 'N’en choisir aucun',
  more: 'et un de plus : cherchez-le |||| et %{smart_count} de plus : cherchez-les',
  cleared:
    'Chacun perd ses capteurs, leur ajustement, ses assistants et sa place sur un étage, qui appartiennent à son gestionnaire actuel. Mesures, alertes et accès MQTT restent. Tous sont changés, ou aucun.',
  saved: 'Appareil mis à jour |||| %{smart_count} appareils mis à jour',
};
