const event = {
  name: 'Événement |||| Événements',
  fields: {
    deviceName: 'Appareil',
    sensorId: 'Capteur',
    sensorName: 'Capteur',
    valueType: 'Type de valeur',
    setPoint: 'Seuil',
    eventType: 'Type d’événement',
    lastOccurredAt: 'Dernière occurrence',
    createdAt: 'Créé le',
  },
  action: { create: 'Ajouter un événement' },
  created: 'Événement créé',
  delete: 'Supprimer l’événement',
  deleteWhat:
    '%{rule} sur %{device} sera supprimé et ne se produira plus. Ses occurrences sont gardées pour les rapports.',
  types: {
    Above: 'Se produit quand une mesure dépasse le seuil.',
    Below: 'Se produit quand une mesure passe sous le seuil.',
  },
  now: 'en cours',
  info: {
    heading: 'Ce que les rapports doivent compter',
    what: 'Un événement surveille un capteur d’un appareil et se produit chaque fois qu’une valeur passe au-dessus ou au-dessous de son seuil.',
    recorded:
      'Chaque occurrence est enregistrée, et personne ne reçoit de message. Pour un message, ajoutez une alerte.',
    sensor:
      'Quand un appareil change de gestionnaire, ses événements continuent une fois les capteurs choisis à nouveau.',
  },
  empty: 'Aucun événement pour l’instant',
  invite: 'Ajoutez-en un : chaque passage d’une valeur au-dessus ou au-dessous de son seuil sera enregistré.',
};

export const events = { event, 'events-of-device': event };
