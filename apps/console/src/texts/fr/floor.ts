import type { Translation } from '../translate.ts';

export const floor: Translation['resources']['floor'] = {
  name: 'Étage |||| Étages',
  fields: {
    floorName: 'Nom de l’étage',
    buildingName: 'Nom du bâtiment',
    createdAt: 'Créé le',
    buildingId: 'Bâtiment',
    mapUrl: 'Plan',
  },
  hints: {
    noBuildings: 'Il n’y a pas encore de bâtiment : ajoutez le premier ici.',
    mapUrl: 'Une image : .png, .jpeg, .jpg ou .svg, au plus %{most} Mo.',
  },
  action: { create: 'Ajouter un étage' },
  created: 'Étage créé',
  delete: 'Supprimer l’étage',
  deleteWhat:
    '%{name} de %{building} sera supprimé avec son plan. Tant que des appareils s’y trouvent, il ne peut pas être supprimé.',
  info: {
    heading: 'Les étages et leurs plans',
    what: 'Un étage est un niveau d’un bâtiment, avec un plan où se trouvent des appareils.',
    open: 'Le nom ouvre le plan avec l’état actuel des appareils.',
    delete: 'Un étage où se trouvent des appareils ne peut pas être supprimé.',
  },
  empty: 'Aucun étage pour l’instant',
  invite: 'Ajoutez-en un avec l’image de son plan ; les appareils pourront alors y recevoir leur place.',
  file: {
    choose: 'Choisir une image',
    checking: 'Vérification',
    stop: 'Arrêter l’envoi',
    preview: 'Le plan tel qu’il sera vu',
    size: '%{width} × %{height} pixels',
    remove: 'Retirer l’image',
    uploaded: 'Image envoyée !',
    many: 'Choisissez une seule image',
    otherKind:
      '%{name} n’est pas une image .png, .jpeg, .jpg ou .svg. Enregistrez le plan ainsi et choisissez ce fichier',
    tooLarge: '%{name} dépasse %{most} Mo. Réduisez-la et choisissez-la de nouveau',
    empty: '%{name} est vide. Choisissez-en une autre',
  },
  plan: {
    title: '%{floor}, %{building}',
    titleToCome: 'Plan d’étage',
    label: 'Plan de %{floor}, %{building}',
    pin: '%{alias} : %{state}',
    pinMeant: '%{alias}, cet appareil : %{state}',
    unknown: 'Cet étage n’existe pas',
    unknownWhat: 'Il a peut-être été supprimé, ou vous ne pouvez pas le voir.',
  },
  pick: {
    label: 'Place de l’appareil sur le plan',
    pin: 'L’appareil se trouve ici ; les flèches du clavier le déplacent',
    how: 'Cliquez sur le plan à l’endroit de l’appareil, déplacez l’épingle à la souris ou avec les flèches, ou tapez sa place.',
    floorFirst: 'Choisissez d’abord l’étage : son plan s’affiche ici.',
    x: 'Depuis la gauche, %',
    y: 'Depuis le haut, %',
  },
};
