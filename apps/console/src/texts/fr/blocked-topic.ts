export const blockedTopic = {
  name: 'Sujet bloqué |||| Sujets bloqués',
  fields: { id: 'Id', topic: 'Sujet', topicName: 'Sujet' },
  hints: {
    topicName:
      'Par exemple devices/pump01/image. Un + remplace un niveau, un # à la fin tous les niveaux suivants.',
  },
  title: 'Bloquer des sujets',
  what: 'Les messages d’un sujet bloqué ne sont ni enregistrés ni journalisés. Cela prend effet en cinq secondes au plus.',
  list: 'Sujets bloqués',
  action: { open: 'Bloquer un sujet', create: 'Bloquer le sujet' },
  created: 'Sujet bloqué !',
  delete: 'Supprimer le sujet bloqué',
  deleteWhat:
    'Les messages de %{topic} seront de nouveau enregistrés et journalisés. Ceux qui sont arrivés entre-temps sont perdus.',
  empty: 'Aucun sujet n’est bloqué',
};
