export const everywhere = {
  product: 'Telemon',
  roles: { admin: 'Administrateur', manager: 'Gestionnaire', assistant: 'Assistant' },
  dialog: { close: 'Fermer' },
  time: {
    now: 'à l’instant',
    seconds: 'il y a %{count} s',
    minutes: 'il y a %{count} min',
    hours: 'il y a %{count} h',
    days: 'hier |||| il y a %{smart_count} jours',
    until: { hour: 'jusqu’à %{time}', day: 'jusqu’au %{day} à %{time}' },
    lasting: {
      moments: 'moins d’une minute',
      minutes: '%{minutes} min',
      hours: '%{hours} h %{minutes} min',
      days: '%{days} j %{hours} h',
    },
  },
  states: {
    normal: 'Normal',
    firing: 'En\u00a0alerte',
    silent: 'Muet',
    silentSince: 'Muet depuis %{time}',
    waiting: 'En attente de la première mesure',
  },
  failure: {
    title: 'Impossible de charger ces données',
    unknown: 'Une erreur est survenue.',
    request: '(requête %{id})',
    unreachable: 'Telemon est injoignable. Vérifiez la connexion, puis réessayez.',
    brokeOff: 'Le fichier a été interrompu. Réessayez.',
    status: 'Le serveur a répondu %{status}.',
    signedOut: 'La session est terminée.',
    noConnection: {
      title: 'Pas de connexion',
      what: 'Cette partie de la page n’a pas encore pu être chargée. La suite se fait seule dès que Telemon est joignable.',
    },
    crashed: {
      title: 'Cette page s’est arrêtée',
      what: 'Rien de ce qui était enregistré n’est perdu. Recharger la page suffit en général.',
      reload: 'Recharger',
    },
  },
};
