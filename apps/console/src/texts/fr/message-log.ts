export const messageLog = {
  log: {
    search: 'Sujet, appareil ou données',
    searched: 'La recherche parcourt les %{count} derniers messages.',
    paused: 'En pause · afficher les derniers',
    pausedNew: 'En pause · nouveaux : %{count}',
    deleteAll: 'Tout supprimer',
    deleteWhat:
      'Un message du journal sera supprimé. |||| %{smart_count} messages du journal seront supprimés, y compris ceux que cette liste n’affiche pas.',
    deleteMany:
      '%{count} messages du journal ou plus seront supprimés, y compris ceux que cette liste n’affiche pas.',
    typeNumber: 'Saisissez %{count} pour les supprimer',
    deleted: 'Journal supprimé !',
    refused: 'Refusé : %{reason}',
    standsFor: 'Représente un message |||| Représente %{smart_count} messages',
    emptyPayload: '(vide)',
    showAll: 'Tout afficher',
    showLess: 'Afficher moins',
    info: {
      refused: 'Un message refusé indique pourquoi. La raison peut arriver un instant après le message.',
      counted: 'Quand il en arrive beaucoup, une ligne représente plusieurs messages et indique combien.',
      live: 'Les nouveaux messages apparaissent toutes les quelques secondes, sauf si vous avez fait défiler la page, sélectionné du texte ou ouvert une autre page.',
    },
  },
};

export const messageLogs = {
  mqttLogs: {
    name: 'Message |||| Messages',
    fields: { topic: 'Sujet', data: 'Données', timestamp: 'Heure', deviceName: 'Appareil', bytes: 'Taille' },
    info: {
      heading: 'Ce que les appareils envoient par MQTT',
      what: 'Chaque message de vos appareils, enregistré ou refusé, le plus récent en premier. Les images n’apparaissent que si elles ont été refusées.',
    },
    empty: 'Aucun message n’est encore arrivé par MQTT',
    emptyWhat: 'Les messages apparaissent ici dès qu’un appareil publie sur son sujet.',
  },
  udpLogs: {
    name: 'Datagramme |||| Datagrammes',
    fields: {
      deviceId: 'Identifiant de l’appareil',
      host: 'Hôte',
      port: 'Port',
      topic: 'Sujet',
      message: 'Message',
      timestamp: 'Horodatage',
      bytes: 'Taille',
    },
    info: {
      heading: 'Ce que les appareils envoient par UDP',
      what: 'Chaque datagramme de vos appareils, enregistré ou refusé, le plus récent en premier. Hôte, port et sujet sont ceux de la route qui l’a pris.',
    },
    empty: 'Aucun datagramme n’est encore arrivé',
    emptyWhat: 'Les datagrammes apparaissent ici dès qu’un appareil en envoie un.',
  },
};
