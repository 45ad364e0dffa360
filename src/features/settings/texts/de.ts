import type { TextsLike } from '../../../core/texts/text.ts';
import type * as en from './en.ts';

export const settings: TextsLike<typeof en.settings> = {
  title: 'Benachrichtigungen',
  changedMeanwhile:
    'Jemand hat die Einstellungen geändert, seit Sie diese Seite geöffnet haben. Notieren Sie Ihre Eingaben und laden Sie die Seite neu.',
  page: {
    sending: 'E-Mail-Versand',
    mailIn: 'Posteingang',
    events: 'Zustellmeldungen',
    alerts: 'Warnungen',
  },
  field: {
    notifications: 'Benachrichtigungen',
    from: 'Absender',
    aboutFrom: 'Absender der E-Mails des Portals, als Name <Adresse>.',
    notificationEmail: 'Benachrichtigungsadresse',
    aboutNotificationEmail: 'Erhält eine E-Mail zu jedem neuen Ticket.',
    smtp: 'SMTP',
    aboutSmtp:
      'Der SMTP-Server eines Versanddienstes. Ersetzt den der Umgebung, sobald ein Host angegeben ist.',
    host: 'Host',
    port: 'Port',
    user: 'Benutzer',
    password: 'Passwort',
    aboutSmtpHost: 'Zum Beispiel smtp.example.com.',
    aboutSmtpPort: '587, oder 465 mit TLS ab dem ersten Byte.',
    aboutSmtpUser: 'Benutzername für die Anmeldung, falls der Server eine verlangt.',
    secure: 'TLS ab dem ersten Byte',
    aboutSecure:
      'Sonst STARTTLS, falls der Server es anbietet; mit einer Anmeldung ist eines von beiden Pflicht.',
    proxy: 'Verwalteter Proxy',
    aboutProxy:
      'Eine HTTP-API, die E-Mails wie Resend annimmt. Ersetzt die der Umgebung, sobald eine URL angegeben ist.',
    url: 'URL',
    aboutProxyUrl: 'Zum Beispiel https://api.resend.com/emails.',
    token: 'Token',
    events: 'Zustellmeldungen',
    alerts: 'Warnungen',
    alertAddress: 'Warnadresse',
    alertAddresses: 'Warnadressen',
    aboutAlerts:
      'Erhalten eine Warnung, wenn E-Mails fehlschlagen, unzustellbar sind oder nicht gelesen werden können, wenn Zeilen des Protokolls warten und wenn ein Webhook deaktiviert wird. Nie per E-Mail.',
    format: 'Format',
    inbound: 'Posteingang',
    address: 'Adresse',
    aboutAddress:
      'Die Adresse, an die Kunden schreiben, zum Beispiel support@example.com. Kunden können dann auf E-Mails zu Tickets antworten.',
    plainReplyTo: 'Der Mailserver unterstützt keine Plus-Adressen',
    aboutPlainReplyTo:
      'Lassen Sie dies aus, wenn der Server support+anything@example.com an support@example.com zustellt. Wenn es an ist, werden Antworten ihrem Ticket nur über ihre Header oder ihren Betreff zugeordnet.',
    imap: 'Postfach (IMAP)',
    aboutImap:
      'Wird gelesen, sobald es verbunden ist. Nichts darin wird geändert. Ersetzt das der Umgebung, sobald ein Host angegeben ist.',
    aboutImapHost: 'Zum Beispiel imap.example.com oder outlook.office365.com.',
    aboutImapPort: '993 mit TLS ab dem ersten Byte, sonst 143.',
    aboutImapUser: 'Benutzername für die Anmeldung; mit OAuth die Adresse des Postfachs.',
    mailbox: 'Postfach',
    aboutMailbox: 'Der Ordner. Leer: INBOX.',
    oauth: 'OAuth 2.0 (statt des Passworts)',
    aboutOauth: 'Client Credentials, wie Microsoft 365 sie verlangt.',
    tokenUrl: 'Token-URL',
    aboutTokenUrl: 'Zum Beispiel https://login.microsoftonline.com/<tenant>/oauth2/v2.0/token.',
    clientId: 'Client-ID',
    aboutClientId: 'Die ID der Anwendung.',
    clientSecret: 'Client-Secret',
    scope: 'Scope',
    aboutScope: 'Zum Beispiel https://outlook.office365.com/.default.',
    secret: 'Geheimnis',
    trustedAuthservId: 'Vertrauenswürdige authserv-id',
    aboutTrustedAuthservId:
      'Nur wenn der Server, der Ihre E-Mails empfängt, DKIM, SPF und DMARC prüft, gefälschte Ergebnisse entfernt und seine eigenen über jeden Received-Header schreibt: sein Name in Authentication-Results.',
    http: 'E-Mail über HTTP',
  },
  credential: {
    resend: 'Das Signaturgeheimnis des Webhooks: whsec_…',
    postmark: 'Das Passwort der Basic-Auth-Zugangsdaten des Webhooks, oder user:password.',
    ses: 'Die ARN des SNS-Topics: arn:aws:sns:…',
    mailgun: 'Der Signaturschlüssel der HTTP-Webhooks.',
    sendgrid: 'Der Prüfschlüssel des Signed Event Webhook.',
  },
  secret: {
    remove: '{{name}} entfernen',
    goes: 'Wird beim Speichern entfernt: {{name}}.',
    isStored: 'Gespeichert: {{name}}. Der Wert wird nie angezeigt; leer lassen, um ihn zu behalten.',
    isNotStored: 'Nicht gespeichert: {{name}}.',
    name: {
      password: 'Passwort',
      token: 'Token',
      credential: 'Zugangsdaten',
      clientSecret: 'Client-Secret',
      secret: 'Geheimnis',
    },
  },
  service: {
    sending: 'Welcher Dienst versendet Ihre E-Mails?',
    receiving: 'Wo kommen Ihre E-Mails an?',
    events: 'Welcher Dienst meldet Zustellungen?',
    other: 'Ein anderer',
    region: 'Region',
    tenant: 'Mandanten-ID oder Domain der Organisation',
    mailgunHost: 'SMTP-Host: smtp.mailgun.org für die USA, smtp.eu.mailgun.org für die EU',
    taken: '{{name}} (eingerichtet)',
    eventsAddress: 'Tragen Sie diese Adresse bei {{name}} als Webhook für Zustellmeldungen ein: {{url}}',
    otherNeeds: {
      sending:
        'Geben Sie Host, Port und Anmeldung eines beliebigen SMTP-Servers an oder unten die URL einer HTTP-API.',
      receiving:
        'Geben Sie Host und Anmeldung eines beliebigen IMAP-Postfachs an oder setzen Sie ein Geheimnis und übergeben Sie E-Mails über HTTP.',
    },
    needs: {
      microsoftSmtp:
        'Noch nötig: ein Postfach mit eingeschaltetem „Authentifiziertem SMTP“, dessen Adresse als Benutzer und dessen Passwort.',
      googlePassword:
        'Noch nötig: die ganze Adresse als Benutzer und ein App-Passwort (Google-Konto, Sicherheit, Bestätigung in zwei Schritten).',
      apiKey: 'Noch nötig: ein API-Schlüssel des Dienstes als Passwort.',
      serverToken: 'Noch nötig: das Server-API-Token als Benutzer und als Passwort.',
      sesPassword:
        'Noch nötig: die SMTP-Zugangsdaten von SES in dieser Region (nicht Ihre AWS-Zugriffsschlüssel).',
      mailgunPassword: 'Noch nötig: die SMTP-Zugangsdaten Ihrer Versanddomain.',
      microsoftApp:
        'Noch nötig: die Adresse des Postfachs als Benutzer und unten bei OAuth 2.0 ID und Geheimnis einer Anwendung mit der Berechtigung IMAP.AccessAsApp.',
      inboundWebhook:
        'Noch nötig: unten ein Geheimnis. Lassen Sie den Dienst dann jede Rohnachricht an {{url}} senden, mit dem Geheimnis als Passwort.',
    },
  },
  events: {
    title: 'Zustellmeldungen',
    none: 'Noch meldet kein Dienst: Das E-Mail-Protokoll zeigt, dass eine E-Mail übergeben wurde, aber nicht, was aus ihr wurde.',
    lastAt: '{{name}}: Das letzte Ereignis kam {{time}}.',
    noneLately: '{{name}} ist eingerichtet, hat aber in letzter Zeit kein Ereignis gesendet.',
  },
  saveFirst: 'Speichern Sie zuerst: Der Test verwendet die gespeicherten Einstellungen.',
  sending: 'Wird gesendet …',
  alerts: {
    title: 'Warnungen gehen an',
    none: 'Noch keine Adresse: Niemand erfährt, wenn E-Mails nicht mehr funktionieren.',
    addresses_one: '{{count}} Adresse.',
    addresses_other: '{{count}} Adressen.',
    dead: '{{host}} nimmt seit {{time}} keine Warnungen an: {{error}}',
    test: 'Testwarnung senden',
    taken: '{{host}} hat sie angenommen.',
  },
  carriers: {
    title: 'Ausgehende E-Mails',
    none: 'Noch kein Versandweg, daher schlägt jede E-Mail fehl. Geben Sie hier einen Host oder eine URL an und speichern Sie oder verbinden Sie einen Versandweg in der Konfiguration der App.',
    setHere: '{{name}}, hier eingestellt',
    setByApp: '{{name}}, aus der Konfiguration der App',
    name: {
      proxy: 'Verwalteter Proxy',
      smtp: 'SMTP-Server',
      phpmail: 'Das lokale Programm sendmail (phpmail im E-Mail-Protokoll)',
    },
    testTo: 'Test-E-Mail senden an',
    test: 'Test-E-Mail senden',
    serverSaid: 'Der Server antwortete: {{response}}',
  },
  mailbox: {
    title: 'Eingehende E-Mails',
    address: 'Adresse',
    noAddress: 'keine, daher können Kunden nicht auf E-Mails zu Tickets antworten',
    mailbox: 'Postfach',
    noMailbox: 'keines',
    readAt: '{{name}}, zuletzt gelesen {{time}}',
    notRead: '{{name}}, noch nicht gelesen',
    http: 'HTTP',
    closed: 'geschlossen, weil kein Geheimnis eingestellt ist',
    unreadable: 'Das Postfach kann nicht gelesen werden: {{error}}',
    unreadableSince: 'Das Postfach kann seit {{time}} nicht gelesen werden: {{error}}',
    trying: 'Wird getestet …',
    try: 'Postfach testen',
    works_one: 'Es funktioniert. Das Postfach enthält {{count}} Nachricht.',
    works_other: 'Es funktioniert. Das Postfach enthält {{count}} Nachrichten.',
    tells: 'Der Server meldet neue E-Mails sofort.',
    isAsked: 'Das Postfach wird jede Minute abgefragt.',
  },
  retention: {
    title: 'Aufbewahrung des E-Mail-Protokolls',
    forever: 'Zeilen werden unbegrenzt aufbewahrt.',
    days_one: 'Zeilen werden nach {{count}} Tag gelöscht.',
    days_other: 'Zeilen werden nach {{count}} Tagen gelöscht.',
    invalid:
      'Es wird nichts gelöscht: emailLogRetentionDays gab {{given}} zurück, das ist keine Anzahl von Tagen über 0.',
    threw: 'Es wird nichts gelöscht: emailLogRetentionDays schlug fehl: {{error}}.',
    setByHook: 'Festgelegt vom Hook emailLogRetentionDays in der Konfiguration der App.',
    isDefault: 'Der Standard. Der Hook emailLogRetentionDays in der Konfiguration der App ändert ihn.',
    pruned_one: 'Zuletzt bereinigt {{time}}, {{count}} Zeile.',
    pruned_other: 'Zuletzt bereinigt {{time}}, {{count}} Zeilen.',
    notPruned: 'Noch nicht bereinigt: Die Bereinigung läuft täglich um {{time}} UTC.',
  },
};

export const errors: TextsLike<typeof en.errors> = {
  settings: {
    secretAgain: 'Geben Sie es erneut ein: Es wurde für eine andere Adresse eingegeben.',
    sender: 'Geben Sie einen Absender an, als Name <Adresse>.',
    host: 'Geben Sie einen Hostnamen oder eine IP-Adresse an, ohne Port.',
    httpAddress: 'Geben Sie eine Adresse an, die mit https:// oder http:// beginnt, ohne Zugangsdaten darin.',
    token: 'Geben Sie nur das Token an: keine Leerzeichen und nur Zeichen, die ein Header enthalten kann.',
    port: 'Geben Sie einen Port von 1 bis 65535 an.',
    tokenAddress: 'Geben Sie eine Adresse an, die mit https:// beginnt.',
  },
};
