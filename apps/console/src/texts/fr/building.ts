export const building = {
  name: 'Bâtiment |||| Bâtiments',
  fields: {
    buildingName: 'Nom du bâtiment',
    managerName: 'Nom du gestionnaire',
    createdAt: 'Créé le',
    lat: 'Latitude',
    lng: 'Longitude',
  },
  hints: {
    buildingName: 'De 3 à 25 caractères. Il ne peut plus être changé ensuite.',
    buildingNameFixed: 'Il est fixé à la création.',
    managerChanges:
      'Ses étages passent aussi à ce gestionnaire ; les appareils qui s’y trouvent perdent leur place.',
  },
  action: { create: 'Ajouter un bâtiment' },
  title: 'Ajouter ou modifier un bâtiment',
  created: 'Bâtiment créé',
  updated: 'Bâtiment mis à jour',
  edit: 'Modifier le bâtiment',
  delete: 'Supprimer le bâtiment',
  deleteWhat:
    '%{name} sera supprimé et quittera la carte. Tant que des étages ou des appareils lui appartiennent, il ne peut pas être supprimé.',
  unknown: 'Ce bâtiment n’existe pas',
  unknownWhat: 'Il a peut-être été supprimé, ou vous ne pouvez pas le voir.',
  info: {
    heading: 'Les bâtiments où se trouvent les appareils',
    what: 'Un bâtiment figure sur la carte du tableau de bord et a des étages, chacun avec un plan.',
    floors:
      'Ses étages s’ajoutent dans Gérer les étages ; un appareil reçoit sa place sur un plan dans Gérer les appareils.',
    delete: 'Un bâtiment qui a des étages ou des appareils ne peut pas être supprimé.',
    seen: 'Vous voyez les bâtiments des appareils qui vous sont attribués.',
  },
  empty: 'Aucun bâtiment pour l’instant',
  invite: 'Ajoutez-en un avec sa place sur la carte ; ses étages pourront alors avoir leurs plans.',
  inviteAssistant: 'Les bâtiments des appareils qui vous sont attribués figureront ici.',
  place: {
    hint: 'Cliquez sur la carte ou déplacez l’épingle.',
    search: 'Chercher une ville',
    noCity: 'La carte ne connaît pas cette ville',
    map: 'Place sur la carte',
    pin: 'Il se trouve ici',
    own: 'Utiliser ma position',
    ownUnknown:
      'Le navigateur ne donne pas sa position. Il n’y est peut-être pas autorisé, ou l’adresse ne commence pas par https.',
  },
};
