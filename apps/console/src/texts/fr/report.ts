/** Report. */
export const report = {
  report: {
    export: {
      title: 'Exporter un rapport',
      what: 'Les mesures de tous les capteurs d’un appareil, sur sept jours au plus, dans une feuille de calcul. Choisissez l’appareil.',
      format: 'jj/MM/aaaa',
      calendar: '%{label} : choisir dans le calendrier',
      tooLong: 'La date de fin peut être au plus 7 jours après la date de début.',
      preview: 'Les premières lignes du rapport',
      none: 'L’appareil n’a rien envoyé pendant ces jours.',
      count: 'Une mesure pendant ces jours. |||| %{smart_count} mesures pendant ces jours.',
      first: 'La première est ci-dessous. |||| Les %{smart_count} premières sont ci-dessous.',
    },
  },
};
