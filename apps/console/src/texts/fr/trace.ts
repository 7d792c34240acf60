export const trace = {
  trace: {
    open: 'Suivi',
    title: 'Suivi d’un message',
    steps: {
      arrived: 'Arrivé',
      readings: 'Traité et enregistré',
      alerts: 'Comparé aux alertes',
      notices: 'Journal des alertes et avis',
    },
    over: { mqtt: 'Par MQTT, %{time}', udp: 'Par UDP, %{time}' },
    gaps: {
      device: 'L’appareil n’existe plus, ou n’est pas connu.',
      cut: 'Le message est plus long que ce que le journal conserve : ses mesures ne sont pas montrées ici.',
      message: 'Le message n’est plus dans le journal.',
      notAllowed: 'Les messages MQTT ne sont montrés qu’aux utilisateurs qui ont le journal MQTT.',
      reading: 'La mesure a été supprimée.',
      cause: 'Aucune mesure n’en est la cause.',
    },
    channel: 'Voie',
    sent: 'Envoyé',
    stored: 'Enregistré',
    states: {
      stored: 'Enregistrée pour %{time}',
      earlier: 'La même mesure était déjà arrivée, et a été enregistrée le %{at} pour %{time}',
      absent: 'Pas enregistrée : elle est encore en route, a été refusée ou a été supprimée',
    },
    notWhole:
      'Le message a d’autres mesures que celle-ci. |||| Le message a d’autres mesures que ces %{smart_count}.',
    outcomes: {
      holds: 'la condition est remplie',
      holdsNot: 'la condition n’est pas remplie',
      paused: 'l’alerte est en pause',
    },
    asTheyAre:
      'Ce sont les alertes dans leur état actuel. Une condition déjà remplie avant n’ouvre pas de nouvelle entrée, et les mesures tardives ou d’essai n’en ouvrent aucune.',
    none: {
      readings: 'Aucune mesure n’est montrée.',
      alerts: 'Aucune alerte de l’appareil ne compare ces valeurs.',
      notices: 'Aucune entrée du journal des alertes n’a commencé avec ces mesures.',
    },
  },
};
