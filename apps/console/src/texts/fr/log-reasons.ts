import type { ServiceMessages } from '../service-messages.ts';

/** Why messages of devices are refused, as the logs say. */
export const logReasons: ServiceMessages = {
  '{reason} (and {count} more)': '{reason} (et {count} de plus)',
  'it names no device': 'il ne nomme aucun appareil',
  'there is no such device': 'cet appareil n’existe pas',
  'its device could not be looked up': 'son appareil n’a pas pu être recherché',
  'its device sends more than it may': 'son appareil envoie plus que permis',
  'there was no room for it': 'il n’y avait pas de place pour lui',
  'it is too large': 'il est trop grand',
  'a device may publish on its own topics only': 'un appareil ne peut publier que sur ses propres sujets',
  'its time of arrival is impossible': 'son heure d’arrivée est impossible',
  'the device that sent it is gone, and another has its name':
    'l’appareil qui l’a envoyé n’existe plus, et un autre porte son nom',
  'its login had ended before it came': 'son identifiant n’était plus valable à son arrivée',
  '{count} of its readings are older than the {days} days for which readings are kept':
    '{count} de ses mesures datent de plus de {days} jours, la durée de conservation',
  '{count} of its readings is older than the {days} days for which readings are kept':
    '{count} de ses mesures date de plus de {days} jours, la durée de conservation',
  'it is empty': 'il est vide',
  'it is larger than {size} KB': 'il dépasse {size} Ko',
  'it is not UTF-8': 'il n’est pas en UTF-8',
  'it is neither JSON nor name,TC1=…': 'ce n’est ni du JSON ni nom,TC1=…',
  'it is not JSON': 'ce n’est pas du JSON',
  'it holds no reading': 'il ne contient aucune mesure',
  'it holds more than {count} readings': 'il contient plus de {count} mesures',
  'reading {number}: {reason}': 'mesure {number} : {reason}',
  'it is not an object of values': 'ce n’est pas un objet de valeurs',
  'it has more than {count} fields': 'il a plus de {count} champs',
  'it has a field of a forbidden name': 'il a un champ au nom interdit',
  'it is nested too deeply': 'il est imbriqué trop profondément',
  'it names another device': 'il nomme un autre appareil',
  "{field} can't be read": '{field} est illisible',
  'it holds no values': 'il ne contient aucune valeur',
  'it is larger than {size} MB': 'il dépasse {size} Mo',
  'it is neither a JPEG nor a PNG': 'ce n’est ni un JPEG ni un PNG',
  'the image is damaged or cut off': 'l’image est endommagée ou incomplète',
  'the image has more than {count} megapixels': 'l’image a plus de {count} mégapixels',
  'the image comes in more passes than can be read': 'l’image a plus de passes qu’on ne peut en lire',
  'the image is larger than {size} MB once it is unpacked': 'l’image dépasse {size} Mo une fois décompressée',
  'the image takes too much time or memory to read': 'l’image demande trop de temps ou de mémoire',
  'an image of this device just took too much time or memory to read':
    'une image de cet appareil vient de demander trop de temps ou de mémoire',
  'the images of this device take too much time to read, and those of others would wait':
    'les images de cet appareil demandent trop de temps, et celles d’autres attendraient',
  'not shown: more arrived than the log keeps':
    'non affichés : il en est arrivé plus que le journal n’en garde',
  'not shown: the log was too far behind; of MQTT and UDP together':
    'non affichés : le journal avait trop de retard ; MQTT et UDP confondus',
};
