export const enumerated = {
  enumerated: {
    valueType: { Current: 'Actuelle', Minimum: 'Minimum', Average: 'Moyenne', Maximum: 'Maximum' },
    alertType: {
      'Restrict Range': 'Hors de la plage',
      'In Between': 'Dans la plage',
      Periodic: 'Périodique',
      Above: 'Au-dessus',
      Below: 'Au-dessous',
    },
    beforeSetPoint: {
      'Restrict Range': 'Hors de',
      'In Between': 'Dans',
      Periodic: 'À atteindre :',
      Above: 'Au-dessus de',
      Below: 'Au-dessous de',
    },
    eventType: { Above: 'Au-dessus', Below: 'Au-dessous' },
    mqttAdmin: { Active: 'Actif', Inactive: 'Inactif' },
    template: { Multiple: 'Multiple', Single: 'Simple', Ultrasonic: 'Ultrasons' },
    limitRefresh: { Daily: 'Chaque jour', Weekly: 'Chaque semaine', Monthly: 'Chaque mois' },
    applicationType: { Fill: 'Remplissage', Overflow: 'Débordement' },
    tankValueType: { First: 'Première', Average: 'Moyenne' },
  },
};
