import type { Translation } from '../translate.ts';

type Accounts = Pick<Translation, 'account' | 'signIn' | 'signUp' | 'reset' | 'profile' | 'sessions'>;

export const accounts: Accounts = {
  account: {
    passwordHint: 'De 8 à 42 caractères.',
    repeatPassword: 'Répéter le mot de passe',
    noMatch: 'Le mot de passe et sa répétition doivent être identiques !',
    contactHint: 'Commence par l’indicatif du pays.',
    mobileOtp: 'Code à usage unique',
  },
  signIn: {
    headings: { LOGIN: 'Connexion', SIGNUP: 'Inscription', VERIFY: 'Vérification' },
    promise: 'Chaque mesure gardée. Un mot quand l’une d’elles compte.',
    submit: 'Se connecter',
    busy: 'Connexion en cours',
    toSignUp: 'S’inscrire ?',
    toLogin: 'Se connecter ?',
    forgotten: 'Mot de passe oublié ?',
    untold:
      'Vous êtes déconnecté ici. Le serveur n’a pas encore pu l’apprendre : laissez cette page ouverte, il l’apprendra dès qu’il répondra.',
  },
  signUp: {
    submit: 'Envoyer le code',
    codeSent: 'Il arrive par SMS au +%{contact} et par e-mail à %{email}, et vaut 10 minutes.',
    verify: 'Vérifier',
    back: 'Modifier les champs ou envoyer un autre code',
    done: 'Inscription réussie !',
  },
  reset: {
    heading: 'Réinitialiser le mot de passe',
    how: 'Un code arrive par SMS et par e-mail si un compte a cette adresse.',
    sendCode: 'Envoyer le code',
    codeSent: 'Il arrive par SMS et par e-mail, et vaut 10 minutes.',
    password: 'Nouveau mot de passe',
    noMatch: 'Les mots de passe doivent être identiques',
    submit: 'Changer le mot de passe',
    back: 'Modifier l’adresse ou envoyer un autre code',
    toLogin: 'Se connecter',
    done: 'Mot de passe changé !',
  },
  profile: {
    menu: 'Profil',
    logout: 'Se déconnecter',
    theme: { system: 'Comme le système', light: 'Clair', dark: 'Sombre' },
    edit: 'Modifier le profil',
    saved: 'Profil mis à jour',
    failed: 'Le profil n’a pas pu être mis à jour',
  },
  sessions: {
    title: 'Où vous êtes connecté',
    here: 'Ce navigateur',
    programOn: '%{program} sur %{system}',
    unknown: 'Programme inconnu',
    used: 'utilisé',
    more: 'et un autre |||| et %{smart_count} autres',
    endAll: 'Se déconnecter partout',
    endWhat: 'Met fin à toutes les sessions en quelques secondes, celle-ci comprise.',
  },
};
