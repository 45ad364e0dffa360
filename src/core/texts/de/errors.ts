import type { errors as en } from '../en/errors.ts';
import type { TextsLike } from '../text.ts';

export const errors: TextsLike<typeof en> = {
  list: { and: '{{before}} und {{word}}', comma: '{{before}}, {{word}}' },
  details: {
    at: '{{path}}: {{problem}}',
    more: '{{problem}} (und {{count}} weitere)',
    notValid: 'Die Eingabe ist ungültig.',
  },
  internal: 'Bei uns ist etwas schiefgegangen. Wenden Sie sich an den Support und nennen Sie die request_id.',
  databaseAway: 'Die Datenbank ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  busy: 'Das Portal hat gerade zu viel zu tun. Versuchen Sie es gleich noch einmal.',
  noRoom: 'Auf dem Server ist kein Speicherplatz mehr frei. Informieren Sie seinen Administrator.',
  tooSlow:
    'Das hat zu lange gedauert. Fragen Sie weniger auf einmal ab oder versuchen Sie es gleich noch einmal.',
  deletedMeanwhile: 'Ein Datensatz, von dem dies abhängt, wurde inzwischen gelöscht.',
  noSuchRecord: 'Diesen Datensatz gibt es nicht.',
  otherOrigin: 'Ein Sitzungs-Cookie wird für Anfragen anderer Herkunft nicht akzeptiert.',
  query: {
    relations:
      'Ein Filter darf höchstens {{most}} Beziehungen folgen, alle seine Bedingungen zusammen höchstens {{all}}.',
    path: 'Der Pfad eines Feldes darf höchstens {{most}} Namen und {{characters}} Zeichen haben.',
    conditions: 'Ein Filter darf höchstens {{most}} Bedingungen haben.',
    values: 'Eine Bedingung darf mit höchstens {{most}} Werten vergleichen.',
    words: 'Ein Filter darf höchstens {{most}} Wörter in Texten suchen.',
    characters:
      'Die Wörter, die ein Filter in Texten sucht, dürfen zusammen höchstens {{most}} Zeichen haben; in einem Wort mit %, _ oder \\ zählt jedes {{weight}}-fach.',
    nesting: '„und“ und „oder“ dürfen in einem Filter höchstens {{most}} Ebenen tief verschachtelt sein.',
    sorts: 'Eine Liste kann nach höchstens {{most}} Feldern sortiert werden.',
    records: 'Eine Seite darf 1 bis {{most}} Datensätze haben: Geben Sie limit an.',
    recordsInAll:
      'Die Listen eines GraphQL-Dokuments dürfen zusammen {{most}} Datensätze haben: Geben Sie limit an.',
    response: 'Die Antwort hat mehr als {{most}} Zeichen: Fragen Sie weniger Datensätze oder Felder ab.',
    changes: 'Höchstens {{most}} Datensätze dürfen auf einmal geändert werden: Schränken Sie den Filter ein.',
    farSort:
      'Datensätze können nur nach eigenen Feldern sortiert werden, nicht nach denen verknüpfter Datensätze.',
    unaskable: 'Dieser Filter passt nicht zu seinem Feld.',
    givenRecord: 'Ein Datensatz wird gelesen, wie er gespeichert ist: Lassen Sie data weg.',
  },
  loginOfOtherOrigin: 'Die Anmeldung von einer Seite anderer Herkunft ist nicht erlaubt.',
  bodyTooLarge: 'Der Inhalt ist größer als {{size}}.',
  tooManyValues: 'Der Inhalt hat mehr als {{most}} Werte oder ist zu tief verschachtelt.',
  notAnObject: 'Der Inhalt muss ein JSON-Objekt sein.',
  methodNames: 'Kein Objekt des Inhalts darf ein Element namens toString, valueOf oder __proto__ haben.',
  tooManyPreferences:
    'Ein Kunde kann höchstens {{most}} Einstellungen der Oberfläche haben: Löschen Sie zuerst eine.',
  rateLimited: 'Zu viele Anfragen. Versuchen Sie es in {{seconds}} Sekunden noch einmal.',
  rateLimitedMinutes: 'Zu viele Anfragen. Versuchen Sie es in {{minutes}} Minuten noch einmal.',
  role: {
    forbids: 'Ihre Rolle erlaubt das nicht.',
    forbidsField: 'Ihre Rolle erlaubt {{name}} nicht.',
  },
  text: {
    notText: 'Geben Sie Text an.',
    missing: 'Geben Sie einen Text an.',
    name: 'Geben Sie einen Namen an.',
    subject: 'Geben Sie einen Betreff an.',
    id: 'Geben Sie eine ID an.',
    tooLong: 'Geben Sie höchstens {{most}} Zeichen an.',
    oneLine: 'Geben Sie eine einzige Zeile an.',
    unstorable: 'Dieser Text enthält ein unzulässiges Zeichen.',
  },
  organization: {
    unknown: 'Diese Organisation gibt es nicht.',
  },
  ticket: {
    otherAuthor:
      'In diesem Browser ist inzwischen ein anderes Konto angemeldet. Melden Sie sich wieder mit Ihrem eigenen an und versuchen Sie es noch einmal.',
    unknown: 'Dieses Ticket gibt es nicht.',
  },
  shownBefore:
    'Ein früherer Versuch hat ihn angelegt, aber seine Antwort ging verloren, und nur sie enthält das Geheimnis. Laden Sie die Liste neu und widerrufen Sie ihn dort, oder senden Sie noch einmal, gegebenenfalls mit einem neuen Idempotency-Key, um einen weiteren anzulegen.',
  form: {
    createdBefore: 'Dieses Formular hat seinen Eintrag schon angelegt. Sie finden ihn in der Liste.',
    changedFields:
      'Inzwischen gibt es eine Änderung an {{fields}}, von jemand anderem oder aus einem früheren Versuch von Ihnen. Es wurde nichts gespeichert. Kopieren Sie Ihre Eingabe, laden Sie die Seite neu und nehmen Sie Ihre Änderung noch einmal vor.',
    field: '„{{label}}“',
  },
  file: {
    tooLarge: 'Die Datei ist größer als {{most}} Byte.',
    unknown: 'Es gibt keine Datei {{id}}.',
    ofTransfer: 'Die Datei {{name}} gehört zu einer Sendung.',
    scanTooSlow: 'Die Datei konnte nicht rechtzeitig geprüft werden. Versuchen Sie es gleich noch einmal.',
  },
  webhook: {
    noUrl: 'Das ist keine URL.',
    whiteSpace: 'Die URL darf keine Leerzeichen und keine Steuerzeichen enthalten.',
    protocol: 'Die URL muss mit https:// beginnen.',
    noHost: 'Die URL muss gleich nach den beiden Schrägstrichen einen Hostnamen haben.',
    credentials: 'Die URL darf keinen Benutzernamen und kein Passwort enthalten.',
    port: 'Ein Port ist eine Zahl von 1 bis 65535.',
    localhost: 'An Namen unter localhost wird nicht gesendet: Geben Sie die IP-Adresse an.',
    forbiddenAddress:
      'Die URL führt zu einer privaten, reservierten oder aus anderen Gründen verbotenen Adresse.',
    plainHttp:
      'Die URL muss mit https:// beginnen; einfaches http ist nur für Netze erlaubt, die der Betreiber freigegeben hat.',
  },
  inbound: {
    ownAddress: 'Das ist eine Adresse des Portals selbst.',
  },
  settings: {
    address: 'Geben Sie eine Adresse an, als lokal@domain.',
    secret: 'Geben Sie höchstens {{most}} Zeichen an.',
    authservId: 'Geben Sie den Namen an, wie er in Authentication-Results steht, etwa mx.example.com.',
    resend: 'Geben Sie das Signaturgeheimnis des Webhooks an: whsec_ und die Zeichen danach.',
    ses: 'Geben Sie die ARN des SNS-Topics an: arn:aws:sns:region:account:topic.',
    sendgrid:
      'Geben Sie den Prüfschlüssel von SendGrid an: einen öffentlichen Schlüssel, der mit MF beginnt.',
  },
};
