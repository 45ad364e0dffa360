import type { TextsLike } from '../../../core/texts/text.ts';
import type * as en from './en.ts';

export const apiKeys: TextsLike<typeof en.apiKeys> = {
  lead: 'Programme nutzen die API mit einem Schlüssel, der die Rechte seines Besitzers hat. Widerrufen Sie Schlüssel, die nicht mehr benutzt werden.',
  newKey: 'Neuer API-Schlüssel',
  made: {
    title: 'Ihr neuer Schlüssel „{{name}}“',
    label: 'Neuer Schlüssel',
    advice:
      'Kopieren Sie ihn jetzt und speichern Sie ihn dort, wo nur Ihr Programm ihn lesen kann. Das Portal speichert ihn nicht.',
  },
  state: {
    active: 'Aktiv',
    expiresSoon: 'Läuft bald ab',
    expired: 'Abgelaufen',
    revoked: 'Widerrufen',
    ownerDeleted: 'Abgewiesen: Besitzer gelöscht',
    organizationDeleted: 'Abgewiesen: Organisation gelöscht',
  },
  cell: {
    allOrganizations: 'Alle Organisationen',
    deleted: 'Gelöscht',
    neverUsed: 'Nie',
  },
  scopes: {
    heading: 'Berechtigungen',
    hint: 'Zur Wahl stehen die Rechte, die Ihre eigene Rolle und die des Besitzers beide haben. Schreiben schließt Lesen nicht ein.',
    read: 'lesen',
    write: 'schreiben',
    purge: 'bereinigen',
    use: 'benutzen',
  },
  expiry: {
    heading: 'Gültig für',
    days30: '30 Tage',
    days90: '90 Tage',
    year: '1 Jahr',
    ownDay: 'Bis zu einem Tag Ihrer Wahl',
    dayHint: 'Letzter Tag',
    lastDay: 'Sein letzter Tag ist der {{day}}.',
    noDay: 'Wählen Sie den letzten Tag.',
    warning_one: 'Der Besitzer erhält {{count}} Tag vor dem Ablauf eine E-Mail.',
    warning_other: 'Der Besitzer erhält {{count}} Tage vor dem Ablauf eine E-Mail.',
  },
  form: {
    lead: 'Ein Programm nutzt die API mit seinem Schlüssel, der die Rechte des Besitzers hat. Der Schlüssel wird einmal angezeigt, gleich nachdem er angelegt wurde.',
    name: 'Name',
    nameHint: 'Sein Zweck, zum Beispiel „Rechnungen: nächtlicher Import“.',
    noName: 'Geben Sie den Zweck des Schlüssels an.',
    owner: 'Besitzer',
    ownerHint:
      'Der Schlüssel hat die Rechte dieses Benutzers, und dieser erhält eine E-Mail, bevor der Schlüssel abläuft.',
    noOwner: 'Wählen Sie den Besitzer des Schlüssels.',
    organization: 'Organisation',
    oneOfOwner: 'Der Schlüssel erreicht nur diese Organisation. Zur Wahl stehen die des Besitzers.',
    oneOrAll:
      'Der Schlüssel erreicht nur diese Organisation. Lassen Sie das Feld leer für einen Schlüssel, der alle erreicht.',
    chooseOne: 'Bitte wählen',
    allOrganizations: 'Alle Organisationen',
    noOrganization: 'Wählen Sie eine Organisation.',
    noScopes: 'Wählen Sie mindestens eine.',
    noExpiry: 'Wählen Sie den letzten Tag.',
    make: 'Schlüssel anlegen',
    busy: 'Schlüssel wird angelegt …',
  },
  revoke: {
    action: 'Widerrufen',
    named: '„{{name}}“ widerrufen',
    title: '„{{name}}“ widerrufen?',
    confirm: 'Schlüssel widerrufen',
    busy: 'Wird widerrufen …',
    done: '„{{name}}“ wurde widerrufen.',
    warning:
      'Anfragen mit {{prefix}}… werden ab jetzt abgewiesen. Programme, die ihn noch benutzen, funktionieren nicht mehr. Das lässt sich nicht rückgängig machen.',
  },
  collection: {
    singular: 'API-Schlüssel',
    plural: 'API-Schlüssel',
    state: 'Status',
    name: 'Name',
    prefix: 'Präfix',
    prefixHint: 'Der Anfang des Schlüssels.',
    owner: 'Besitzer',
    ownerHint: 'Der Schlüssel hat die Rechte dieses Benutzers.',
    maker: 'Angelegt von',
    organization: 'Organisation',
    organizationHint: 'Die einzige Organisation, die der Schlüssel erreicht.',
    spans: 'Erreicht alle Organisationen',
    scopes: 'Berechtigungen',
    expiresAt: 'Läuft ab',
    revokedAt: 'Widerrufen',
    lastUsedAt: 'Zuletzt benutzt',
    revoke: 'Widerrufen',
  },
  mailType: { created: 'Neuer API-Schlüssel', expiring: 'API-Schlüssel läuft ab' },
};

export const mails: TextsLike<typeof en.mails> = {
  expiringKey: {
    subject: 'Ihr API-Schlüssel „{{name}}“ läuft am {{day}} ab',
    ends: 'Ihr API-Schlüssel „{{name}}“ ({{prefix}}…) läuft am {{day}} um {{time}} UTC ab. Von da an wird jede Anfrage mit ihm abgewiesen.',
    replace:
      'Falls ein Programm ihn noch benutzt, lassen Sie unter Einstellungen → API-Schlüssel einen neuen anlegen, ersetzen Sie den alten durch ihn und widerrufen Sie den alten.',
  },
  createdKey: {
    subject: 'In Ihrem Namen wurde ein API-Schlüssel angelegt: „{{name}}“',
    who: '{{maker}} hat in Ihrem Namen den API-Schlüssel „{{name}}“ ({{prefix}}…) angelegt. Programme, die ihn benutzen, handeln mit Ihren Rechten.',
    revoke:
      'Wenn Sie das nicht erwartet haben, widerrufen Sie ihn unter Einstellungen → API-Schlüssel und fragen Sie die Person, die ihn angelegt hat.',
  },
};

export const errors: TextsLike<typeof en.errors> = {
  apiKey: {
    otherStaff: 'Nur Administratoren können Schlüssel für andere Teammitglieder anlegen.',
    past: 'Geben Sie einen Zeitpunkt in der Zukunft an.',
    owner: 'Diesen Benutzer gibt es nicht, oder er hat keine Rolle im Portal.',
    noOrganization:
      'Wählen Sie die Organisation: Nur Schlüssel von Teammitgliedern mit vollem Zugriff erreichen alle.',
    otherOrganization: 'Der Besitzer gehört nicht zu dieser Organisation.',
    scope: 'Die Rollen des Besitzers und des Erstellers erlauben {{scope}} nicht beide.',
  },
};
