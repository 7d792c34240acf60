export const dataRouting = {
  dataRouting: {
    frame: 'Éditeur de flux',
    loading: 'L’éditeur de flux se charge',
    open: 'Ouvrir dans un nouvel onglet',
    hint: 'L’éditeur de flux fonctionne à côté de Telemon, avec sa propre connexion. Déployez avant de quitter cette page : sinon, les modifications sont perdues. Si le cadre reste vide, ouvrez l’éditeur dans un nouvel onglet.',
    notSet: 'Aucun éditeur de flux n’est configuré',
    howToSet:
      'Donnez à DATA_ROUTING_URL l’adresse http ou https d’un éditeur de flux, comme Node-RED, puis redémarrez Telemon. docs/data-routing.md dit comment.',
    notFramed: 'L’éditeur de flux ne peut pas être affiché ici',
    obstacles: {
      sameSite:
        '%{url} est sur le site de Telemon, où il pourrait lire votre session. Donnez à l’éditeur un autre nom d’hôte ou un autre port, et indiquez-le dans DATA_ROUTING_URL.',
      notEncrypted:
        '%{url} n’est pas chiffré, et les navigateurs n’affichent pas une telle page dans une page chiffrée. Servez l’éditeur en https, et indiquez cette adresse dans DATA_ROUTING_URL.',
    },
    slow: 'L’éditeur de flux à %{url} n’a pas répondu à votre navigateur depuis dix secondes. Il n’est peut-être pas joignable d’ici.',
    problems: {
      silent:
        'L’éditeur de flux à %{url} ne répond pas à Telemon. Il est peut-être bloqué, ou un pare-feu s’interpose.',
      unreachable:
        'Telemon n’obtient pas de connexion à %{url}. Démarrez-y l’éditeur de flux, ou corrigez DATA_ROUTING_URL. Si votre navigateur peut le joindre, il s’affiche quand même ci-dessous.',
      failing:
        'Le serveur à %{url} répond par une erreur. Le chemin dans DATA_ROUTING_URL est peut-être faux.',
      refusesFrames:
        'Le serveur à %{url} interdit aux autres sites de l’encadrer (X-Frame-Options ou frame-ancestors). Autorisez-y l’adresse de Telemon, ou ouvrez l’éditeur dans un nouvel onglet.',
      elsewhere:
        'Le serveur à %{url} mène à un autre site, qui ne peut pas être affiché ici. Indiquez dans DATA_ROUTING_URL l’adresse où il aboutit, ou ouvrez l’éditeur dans un nouvel onglet.',
    },
  },
};
