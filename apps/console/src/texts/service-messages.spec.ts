import { describe, expect, it } from '@jest/globals';
import { FRENCH } from './fr.ts';
import { serviceMessagesIn } from './service-messages.ts';

const inFrench = serviceMessagesIn(FRENCH.serviceMessages);

describe("a service's message", () => {
  it.each([
    ['The email or the password is wrong', 'L’e-mail ou le mot de passe est incorrect'],
    ['There is already a location Lyon (2)', 'Le lieu Lyon (2) existe déjà'],
    ['At most 50 characters', 'Au plus 50 caractères'],
    ['At most 5', 'Au plus 5'],
    ['At most 5 live streams may be open at once', 'Au plus 5 flux en direct peuvent être ouverts à la fois'],
  ])('in English is translated: %s', (message, translation) => {
    expect(inFrench(message)).toBe(translation);
  });

  it.each([
    [
      'No device was made. Row 3, managerName: There is no such manager',
      'Aucun appareil n’a été créé. Ligne 3, managerName : Ce gestionnaire n’existe pas',
    ],
    [
      'Row 4, column B (value) holds a formula; paste it as a value',
      'Ligne 4, colonne B (valeur) contient une formule ; collez-la comme valeur',
    ],
    [
      'The device’s limit of 10 SMS a day is used up',
      'La limite de l’appareil, 10 SMS par jour, est atteinte',
    ],
    ['name: This field is required', 'name : Ce champ est obligatoire'],
  ])('within another is translated: %s', (message, translation) => {
    expect(inFrench(message)).toBe(translation);
  });

  it('without a translation stays as it is, with any characters', () => {
    for (const message of ['550 5.1.1 no such mailbox', '{field} $& %{name}', '']) {
      expect(inFrench(message)).toBe(message);
    }
  });
});
