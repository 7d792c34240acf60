export const unknownDevice = {
  name: 'Appareil inconnu |||| Appareils inconnus',
  fields: {
    deviceName: 'Nom',
    source: 'Par',
    data: 'Échantillon',
    count: 'Fois',
    firstSeenAt: 'Vu la première fois',
    lastSeenAt: 'Vu la dernière fois',
  },
  signIns: 'Il a essayé de se connecter',
  create: 'Créer l’appareil',
  delete: 'Supprimer l’appareil inconnu',
  deleteWhat: '%{name} sera retiré de cette liste. S’il envoie encore, il y reviendra.',
  info: {
    heading: 'Des appareils que personne n’a ajoutés',
    what: 'Les noms sous lesquels des datagrammes sont arrivés ou des connexions MQTT ont été tentées, alors qu’aucun appareil ne les porte. Rien n’en est enregistré, sauf l’échantillon.',
    create:
      'Créer l’appareil en ajoute un de ce nom. Par MQTT, il lui faut aussi l’identifiant qui est alors affiché.',
    bounds:
      'La liste est limitée : ce qui arrive souvent reste, ce qui est arrivé une fois ou il y a longtemps est retiré d’abord.',
  },
  empty: 'Aucun appareil inconnu',
  emptyWhat: 'Un nom apparaît ici quand quelque chose envoie sous ce nom et qu’aucun appareil ne le porte.',
};
