import type { Translation } from '../translate.ts';

export const sensor: Translation['resources']['sensor'] = {
  name: 'Capteur |||| Capteurs',
  fields: {
    sensorName: 'Nom du capteur',
    managerName: 'Nom du gestionnaire',
    hasTable: 'Une table convertit ses valeurs brutes : l’envoyer ensuite',
  },
  hints: { sensorName: 'La mesure avec son unité : Température de l’air °C, Niveau de la cuve (l).' },
  action: { create: 'Ajouter un capteur' },
  created: 'Capteur créé',
  delete: 'Supprimer le capteur',
  deleteWhat: '%{name} sera supprimé. Les mesures qu’il a faites sont gardées.',
  deleteWhatMapped: '%{name} sera supprimé, avec sa table. Les mesures qu’il a faites sont gardées.',
  removeMapping: 'Retirer la table',
  removeMappingWhat:
    '%{name} perdra sa table. Ses mesures seront désormais gardées comme envoyées ; les précédentes restent telles quelles.',
  mappingRemoved: 'Table retirée',
  unknown: 'Ce capteur n’existe pas',
  unknownWhat: 'Il a peut-être été supprimé, ou vous ne pouvez pas le voir.',
  info: {
    heading: 'Comment les mesures prennent leur sens',
    what: 'Un capteur nomme une mesure, par exemple Température ou Niveau de la cuve. Il appartient à un gestionnaire, et chacun de ses appareils en a quatre au plus.',
    mapping:
      'Une mesure passe par trois étapes, toujours dans cet ordre. D’abord l’affectation de l’appareil dit quel canal alimente quel capteur.',
    table:
      'Puis la table du capteur, envoyée ici, convertit la valeur brute : 12 mA font 300 litres. Sans table elle reste telle quelle.',
    adjustment:
      'Enfin l’ajustement de l’appareil ajoute sa correction, dans quatre plages au plus. Le résultat est gardé, affiché et comparé aux alertes.',
    delete: 'Un capteur qu’un appareil utilise ne peut pas être supprimé.',
  },
  empty: 'Aucun capteur pour l’instant',
  invite: 'Ajoutez-en un : un appareil a besoin d’un capteur pour son premier canal.',
  table: {
    mapped: 'Table',
    unmapped: 'Sans table',
    show: 'Table de %{name} : l’afficher',
    title: 'Table de %{name}',
    noneWhat: 'Les mesures de %{name} sont gardées comme envoyées.',
    origin: '%{file}, envoyé',
    rows: 'Lignes',
    row: 'Ligne',
    raw: 'Brut',
    value: 'Valeur',
    range: '%{from} à %{to}',
    chart: 'Ce que vaut chaque valeur brute, en courbe',
    ends: 'Premières et dernières lignes',
  },
  upload: {
    title: 'Envoyer un fichier Excel',
    intro: 'La table de %{name} : deux colonnes, la valeur brute et ce qu’elle vaut.',
    hint: 'Un fichier .xls, .xlsx ou .csv, au plus %{most} Mo et %{rows} lignes. Les valeurs brutes vont en croissant.',
    template: 'Télécharger un modèle',
    templateName: 'table-etalonnage.csv',
    reading: 'Lecture',
    saving: 'Enregistrement',
    refused: '%{name} ne peut pas être pris.',
    refusedHint: 'Corrigez le fichier et choisissez-le de nouveau. Rien n’a été changé.',
    replaces: 'Elle remplace la table actuelle (%{file}).',
    fromNow:
      'Entre deux lignes la valeur suit la droite ; au-delà des extrémités elle y reste. La table vaut dès la prochaine mesure.',
    saved: 'Table envoyée',
  },
};
