import type { Translation } from '../translate.ts';

type Shell = Pick<
  Translation,
  | 'pages'
  | 'menu'
  | 'frame'
  | 'stream'
  | 'toasts'
  | 'firing'
  | 'palette'
  | 'keys'
  | 'forbidden'
  | 'noSuchPage'
>;

export const shell: Shell = {
  pages: {
    home: 'Tableau de bord',
    maps: 'Cartes',
    devicePage: 'Tableau de l’appareil',
    devices: 'Gérer les appareils',
    assignDevices: 'Attribuer les appareils',
    sensorTypes: 'Types de capteurs',
    users: 'Gérer les utilisateurs',
    alerts: 'Gérer les alertes',
    locations: 'Gérer les lieux',
    buildings: 'Gérer les bâtiments',
    floors: 'Gérer les plans d’étage',
    outbox: 'Boîte d’envoi',
    api: 'API',
    profile: 'Profil',
  },
  menu: {
    name: 'Pages',
    devices: 'Appareils',
    users: 'Utilisateurs',
    alerts: 'Alertes',
    locations: 'Lieux',
  },
  frame: {
    skip: 'Aller au contenu',
    menu: 'Menu',
    dashboard: 'Tableau de bord',
    alerts: 'Alertes',
    alertsPending: 'Alertes, %{smart_count} à acquitter |||| Alertes, %{smart_count} à acquitter',
    busy: 'Un instant',
  },
  stream: {
    connecting: 'Connexion',
    live: 'En direct',
    reconnecting: 'Reconnexion',
    stale: 'Figé depuis %{time}',
    explained: 'Les nouvelles mesures s’affichent dès leur arrivée',
    lost: 'Perdu le %{time}. La page demande de nouvelles valeurs toutes les quelques secondes.',
  },
  toasts: {
    bell: 'Messages',
    bellUnread: 'Messages, un nouveau |||| Messages, %{smart_count} nouveaux',
    list: 'Messages',
    none: 'Aucun message pour l’instant',
    hide: 'Masquer',
  },
  firing: {
    Above: '%{device} : %{sensor} est à %{value}, au-dessus du seuil de %{setPoint}.',
    Below: '%{device} : %{sensor} est à %{value}, au-dessous du seuil de %{setPoint}.',
    unknown: 'Une alerte de %{device} se déclenche.',
    more: 'Une autre alerte se déclenche. |||| %{smart_count} autres alertes se déclenchent.',
    show: 'Voir le journal',
    sound: 'Son quand une alerte se déclenche',
    notifications: 'Notification quand une alerte se déclenche',
    notAllowed:
      'Le navigateur n’autorise pas les notifications de cette page. Ses réglages permettent de le changer.',
  },
  palette: {
    name: 'Aller à',
    button: 'Aller à',
    placeholder: 'Un appareil, une page ou une alerte',
    none: 'Aucun appareil, aucune page ni alerte ne correspond à « %{typed} ».',
    groups: { pages: 'Pages', devices: 'Appareils', alerts: 'Alertes' },
  },
  keys: {
    title: 'Touches',
    palette: 'Aller à un appareil, une page ou une alerte',
    keys: 'Afficher ces touches',
    close: 'Fermer la fenêtre ou le menu',
    next: 'Passer au champ ou au bouton suivant',
  },
  forbidden: {
    title: 'Pas pour votre rôle',
    what: 'Demandez à un administrateur de Telemon quels rôles y ont accès.',
  },
  noSuchPage: {
    title: 'Cette page n’existe pas',
    what: 'L’adresse comporte peut-être une faute, ou la page a été déplacée.',
    home: 'Tableau de bord',
  },
};
