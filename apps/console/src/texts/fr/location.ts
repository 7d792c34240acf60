export const location = {
  name: 'Lieu |||| Lieux',
  fields: { locationName: 'Nom du lieu' },
  hints: { locationName: 'Par exemple une ville ou un site.' },
  columns: { locationName: 'Nom' },
  action: { create: 'Ajouter un lieu' },
  created: 'Lieu créé',
  delete: 'Supprimer le lieu',
  deleteWhat: '%{name} sera supprimé. Ce lieu ne pourra plus être choisi.',
  info: {
    heading: 'Où se trouvent les clients',
    what: 'Un lieu est le nom d’un endroit, par exemple une ville ou un site.',
    use: 'Chaque utilisateur appartient à un lieu, choisi à l’inscription.',
    delete: 'Un lieu auquel des utilisateurs appartiennent ne peut pas être supprimé.',
  },
  empty: 'Aucun lieu pour l’instant',
  invite: 'Ajoutez-en un : sans lieu, ni ajout d’utilisateur ni inscription n’est possible.',
};
