export const home = {
  home: {
    pin: '%{alias} : %{state}',
    pinSilent: '%{words}, %{silence}',
    groupSome: '%{worst} sur %{count}',
    cluster: {
      devices: '%{worst} sur %{count} appareils : %{state}',
      buildings: '%{worst} sur %{count} bâtiments : %{state}',
    },
    building: '%{name} : %{states}',
    within: { all: '%{count} %{state}', some: '%{worst} sur %{count} %{state}', none: 'Aucun appareil' },
    mapLabel: { devices: 'Carte des appareils', buildings: 'Carte des bâtiments' },
    mapOf: { name: 'Sur la carte', devices: 'Voir les appareils', buildings: 'Voir les bâtiments' },
    largeMap: 'Grande carte',
    tiles:
      'La carte intégrée montre les pays, les côtes et les villes. Pour voir les rues, donnez à MAP_TILES_URL un serveur de tuiles ; docs/configuration.md dit comment.',
    filters: {
      location: 'Nom du lieu',
      customer: 'Nom du client',
      all: 'Tous',
      allDevices: 'Tous les lieux et clients',
      gone: 'N’existe plus',
    },
    floors: {
      title: 'Étages',
      none: 'Aucun étage pour l’instant',
      noneWhat: 'Un étage ajouté figure ici, avec son plan et ses appareils.',
    },
    counts: {
      devices: 'appareil |||| appareils',
      firing: 'en alerte',
      silent: 'muet |||| muets',
      toAcknowledge: 'à acquitter',
    },
    colour: { name: 'Couleur', all: 'Tous', green: 'Vert', red: 'Rouge' },
    view: { name: 'Vue', map: 'Carte', cards: 'Fiches', wall: 'Mur' },
    card: {
      customer: 'Client',
      location: 'Lieu',
      sensors: 'Capteurs',
      lastUpdated: 'Mis à jour',
      notReported: 'Rien reçu',
    },
    none: {
      devices: {
        title: 'Aucun appareil pour l’instant',
        what: 'Ajoutez-en un : son formulaire permet aussi d’ajouter un capteur ou un bâtiment qui manque.',
        whatAssistant: 'Les appareils qui vous sont attribués figureront ici.',
      },
      buildings: {
        title: 'Aucun bâtiment pour l’instant',
        what: 'Un bâtiment ajouté figure ici, avec l’état de ses appareils.',
        whatAssistant: 'Les bâtiments des appareils qui vous sont attribués figureront ici.',
      },
    },
    noneHere: {
      devices: 'Aucun appareil de ce lieu et de ce client',
      buildings: 'Aucun bâtiment de ce lieu et de ce client',
    },
    noneOf: {
      devices: { green: 'Aucun appareil n’est vert', red: 'Aucun appareil n’est rouge' },
      buildings: { green: 'Aucun bâtiment n’est vert', red: 'Aucun bâtiment n’est rouge' },
    },
    noneOnMap: {
      title: 'Aucun de ces appareils n’est sur la carte',
      what: 'Ils ont perdu leur place avec leur gestionnaire. Gérer les appareils leur en donne une autre.',
    },
    showAll: 'Tout afficher',
  },
};
