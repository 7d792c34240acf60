import type { Translation } from '../translate.ts';

export const assignDevice: Translation['resources']['assignDevice'] = {
  name: 'Appareil attribué |||| Appareils attribués',
  fields: { deviceName: 'Appareil', assistantId: 'Assistant' },
  hints: {
    deviceFirst: 'Choisissez d’abord l’appareil : les assistants voient ceux de leur gestionnaire.',
    noAssistants: 'Son gestionnaire n’a aucun assistant qui ne le voie déjà : ajoutez-en un ici.',
  },
  columns: { device: 'Appareil', manager: 'Gestionnaire', name: 'Nom' },
  action: { create: 'Attribuer un appareil', addAssistant: 'Ajouter un assistant' },
  saved: 'Appareil attribué',
  remove: 'Retirer l’assistant',
  removeWhat: '%{name} ne verra plus %{device}. Rien d’autre ne change.',
  showAssistants: 'Afficher les assistants de %{name}',
  devices: 'Appareils',
  assistants: 'Assistants',
  info: {
    heading: 'Qui voit quels appareils',
    what: 'Un assistant voit les appareils qui lui sont attribués, et rien d’autre.',
    live: 'Un appareil attribué apparaît aussitôt sur son écran ; un appareil retiré disparaît aussi vite.',
  },
  empty: 'Aucun appareil n’est encore attribué',
  invite: 'Attribuez-en un, et un assistant de son gestionnaire le voit.',
  choose: { title: 'Quel appareil ?', what: 'Choisissez-en un dans la liste pour voir ses assistants.' },
  none: { title: 'Aucun assistant', what: 'Cet appareil n’est attribué à aucun assistant.' },
};
