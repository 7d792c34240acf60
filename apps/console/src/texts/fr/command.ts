export const command = {
  name: 'Commande |||| Commandes',
  fields: { command: 'Commande', state: 'État', createdAt: 'Créée' },
  hints: { command: 'Jusqu’à 1 000 caractères. L’appareil les reçoit tels quels.' },
  states: { pending: 'En attente', delivered: 'Remise', tooLarge: 'Trop grande pour l’appareil' },
  action: { create: 'Ajouter une commande' },
  created: 'Commande créée',
  delete: 'Supprimer la commande',
  deleteWhat: {
    pending: '« %{command} » sera supprimée. Sauf si elle est déjà en route, l’appareil ne la recevra pas.',
    delivered: '« %{command} » quittera la liste. L’appareil l’a déjà.',
  },
  empty: 'Aucune commande pour l’instant',
  emptyWhat:
    'Une commande attend ici que l’appareil la prenne. Les %{most} dernières restent, avec l’heure de leur remise.',
};
