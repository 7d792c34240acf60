import type { Translation } from '../translate.ts';

type DevicePage = Pick<Translation, 'device' | 'filter' | 'chart' | 'intelligence' | 'level' | 'sensorLog'>;

export const devicePage: DevicePage = {
  device: {
    selector: 'Appareil',
    choose: 'Quel appareil ?',
    chooseWhat: 'Ses mesures, ses alertes et sa place s’affichent ici.',
    unknown: 'L’appareil %{name} n’existe pas',
    unknownWhat:
      'Il a peut-être été supprimé, ou vous ne pouvez pas le voir. Gérer les appareils permet d’en choisir un autre.',
    beyondRate: 'Envoie trop souvent',
    beyondRateWhat:
      'Ce qu’il envoie avec QoS 1 ou 2 est gardé, mais plus lentement ; le surplus du reste est abandonné.',
    name: 'Nom',
    updated: 'Mis à jour',
    battery: 'Batterie',
    batteryPercent: 'Batterie %{percent} %',
    imei: 'IMEI',
    firing: 'En alerte : %{rule}',
    firingRule: '%{type} %{value} depuis %{time}',
    firingMore: '%{rule}, et %{count} de plus',
    tabs: {
      name: 'Plus sur l’appareil',
      'sensor-log': 'Journal des capteurs',
      'active-alerts': 'Alertes actives',
      'alert-log': 'Journal des alertes',
      map: 'Carte',
      'floor-map': 'Plan d’étage',
    },
    noPlace: {
      title: 'Absent de la carte',
      what: 'Son étage et sa place sur le plan disent où il se trouve.',
    },
    noFloor: {
      title: 'Sur aucun étage',
      what: 'Il a perdu sa place avec son gestionnaire. Gérer les appareils lui en donne une autre.',
    },
    firstReading: {
      how: 'Rien n’est encore venu de cet appareil. Une première mesure peut être envoyée depuis un terminal :',
      password: 'MOT_DE_PASSE',
      login:
        'Le mot de passe a été affiché à l’ajout de l’appareil ; la clé à côté de l’appareil dans Gérer les appareils en crée un nouveau.',
      loginOfOthers: 'Le mot de passe a été affiché à l’ajout de l’appareil.',
      here: 'Rien n’est encore venu de cet appareil. Sa première mesure figurera ici.',
    },
    noAlerts: {
      title: 'Aucune alerte sur cet appareil',
      what: 'Une alerte ajoutée dans Gérer les alertes surveille dès lors chaque mesure.',
    },
  },
  filter: {
    sensor: 'Capteur',
    noSensor: 'Aucun capteur',
    from: 'Date de début',
    to: 'Date de fin',
    submit: 'Valider',
    quick: 'Périodes courantes',
    quickRanges: { today: 'Aujourd’hui', '7d': '7 j', '30d': '30 j' },
    faults: {
      order: 'La date de fin précède la date de début.',
      future: 'La date de fin est dans le futur.',
      tooLong: 'La date de fin peut suivre la date de début de 30 jours au plus.',
      unreadable: 'Les deux dates sont nécessaires.',
    },
  },
  chart: {
    title: 'Données de l’appareil',
    label: 'Données de l’appareil en graphique ; le bouton Afficher en tableau donne les nombres',
    none: 'Aucune donnée',
    noneWhat:
      'Rien n’a été mesuré dans cette période. Un autre capteur ou d’autres dates ont peut-être des mesures.',
    time: 'Heure',
    current: 'Actuel',
    minimum: 'Minimum',
    maximum: 'Maximum',
    average: 'Moyenne',
    band: 'Du minimum au maximum',
    setPoint: 'Seuil',
    rain: 'Pluie',
    unzoom: 'Toute la période',
    asTable: 'Afficher en tableau',
    asChart: 'Afficher en graphique',
  },
  intelligence: {
    title: 'Analyse',
    events: 'Événements',
    summary: 'Résumé',
    highest: 'Le plus haut',
    lowest: 'Le plus bas',
    minimum: 'Minimum',
    maximum: 'Maximum',
    average: 'Moyenne',
  },
  level: {
    title: 'Niveau',
    level: 'Niveau',
    depth: 'Profondeur maximale',
    application: 'Application',
    rain: 'Total des pluies',
    unknown: 'Le niveau n’est pas encore connu',
    filled: 'Plein à %{percent} %',
  },
  sensorLog: {
    timestamp: 'Date et heure',
    minimum: 'Minimum',
    maximum: 'Maximum',
    average: 'Moyenne',
    ofSensor: '%{series},\n%{sensor}',
    battery: 'Batterie',
  },
};
