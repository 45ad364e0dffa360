import type { TextsLike } from '../../../core/texts/text.ts';
import type { errors as en } from './errorsEn.ts';

export const errors: TextsLike<typeof en> = {
  richText: {
    tooDeep: 'Dieser Text ist zu tief verschachtelt.',
    tooLong: 'Dieser Text ist mit seiner Formatierung zu lang.',
    none: 'Das ist kein formatierter Text.',
    links: 'Eine Antwort darf höchstens {{most}} Links enthalten.',
    link: 'Der Link „{{link}}“ kann nicht gesendet werden. Ein Link braucht eine vollständige Adresse, mit https:, http:, mailto: oder tel:.',
    noTargetOf:
      'Der Link „{{link}}“ führt nirgendwohin. Geben Sie seine Adresse an, mit https:, http:, mailto: oder tel:, oder entfernen Sie den Link.',
    noTarget:
      'Ein Link führt nirgendwohin. Geben Sie seine Adresse an, mit https:, http:, mailto: oder tel:, oder entfernen Sie den Link.',
    picture: 'Eine Antwort kann keine Bilder enthalten. Hängen Sie sie als Dateien an das Ticket an.',
    record: 'Eine Antwort kann keine Datensätze oder Blöcke des CMS enthalten: Sie wird als Text gelesen.',
  },
  tags: {
    noList: 'Geben Sie eine Liste von Schlagwörtern an.',
    tooMany: 'Geben Sie höchstens {{most}} Schlagwörter an.',
    noText: 'Ein Schlagwort muss ein Text sein.',
    empty: 'Ein Schlagwort darf nicht leer sein.',
    tooLong: 'Das Schlagwort {{tag}} hat mehr als {{most}} Zeichen.',
    separator: 'Das Schlagwort {{tag}} enthält ein Komma oder einen Zeilenumbruch.',
  },
  sendAgain: {
    sent: 'Die E-Mail ist nicht fehlgeschlagen und wird daher nicht erneut gesendet.',
    noTicket:
      'Nur E-Mails zu einem Ticket können erneut gesendet werden: Der Text einer E-Mail wird nicht aufbewahrt.',
    gone: 'Die E-Mail wurde bereits erneut gesendet, oder es ist nicht möglich: Der Text einer E-Mail wird nicht aufbewahrt, und worum es ging, ist {{days}} Tage lang bekannt. Schreiben Sie stattdessen eine Antwort.',
    noRecipient:
      'Niemand würde diese E-Mail mehr erhalten: Der Empfänger ist ausgeschieden, hat eine andere Adresse oder möchte weniger E-Mails.',
  },
  ticket: {
    ofOther: 'Das Ticket gehört zu einer anderen Organisation.',
    hasFiles: 'Das Ticket hat Dateien und bleibt deshalb bei seiner Organisation.',
    changedNow: 'Das Ticket wurde gleichzeitig geändert. Versuchen Sie es noch einmal.',
    changedSince:
      'Das Ticket hat sich geändert, seit Sie es gelesen haben. Lesen Sie es noch einmal und entscheiden Sie dann.',
    changedFields:
      'Inzwischen hat jemand anders {{fields}} dieses Tickets geändert. Es wurde nichts gespeichert. Laden Sie die Seite neu und nehmen Sie Ihre Änderung noch einmal vor.',
    repliedMeanwhile:
      'Inzwischen hat jemand geantwortet. Lesen Sie diese Antwort und senden Sie Ihre dann noch einmal.',
    mergedMeanwhile:
      '#{{source}} wurde inzwischen mit #{{target}} zusammengeführt. Prüfen Sie dort, an wen die Antwort geht, und senden Sie sie dann noch einmal.',
    otherRecipients:
      'Ihre Antwort ginge an andere Personen, als diese Seite angegeben hat. Sehen Sie nach, an wen sie jetzt geht, und senden Sie sie dann noch einmal.',
    createdBefore: 'Dieses Formular hat sein Ticket schon angelegt. Sie finden es in der Liste der Tickets.',
    otherSubmission:
      'Aus diesem Entwurf wurde schon eine andere Antwort gesendet. Laden Sie die Seite neu und senden Sie Ihre dann noch einmal.',
    noRequester: 'Ein Ticket braucht einen Anfragesteller.',
    requester: 'Wählen Sie einen Kunden der Organisation des Tickets.',
    assignee: 'Wählen Sie ein Mitglied des Teams oder einen Betreuer der Organisation des Tickets.',
    mention: 'Erwähnen Sie Mitglieder des Teams oder Betreuer der Organisation des Tickets.',
    mentionsInReply: 'Nur in einer internen Notiz können Sie andere aus dem Team erwähnen.',
    tooManyMentions: 'Erwähnen Sie höchstens {{most}} Personen.',
    transition: 'Ein Ticket mit dem Status „{{from}}“ kann zu {{states}} wechseln, nicht zu „{{to}}“.',
    noTransition:
      'Ein Ticket mit dem Status „{{from}}“ kann nicht zu „{{to}}“ wechseln und auch zu keinem anderen Status.',
    status: { open: 'Offen', in_progress: 'In Bearbeitung', resolved: 'Gelöst', closed: 'Geschlossen' },
    fields: {
      subject: 'den Betreff',
      description: 'die Beschreibung',
      status: 'den Status',
      priority: 'die Priorität',
      requester: 'den Anfragesteller',
      assignee: 'die zuständige Person',
      tags: 'die Schlagwörter',
      followers: 'die Mitleser',
    },
  },
  followers: {
    noList: 'Geben Sie eine Liste von Personen an.',
    tooMany: 'Ein Ticket kann höchstens {{most}} Mitleser haben.',
    person: 'Wählen Sie einen Kunden oder einen Betreuer der Organisation des Tickets.',
    forbidden: 'Nur der Anfragesteller und das Team bestimmen, wer bei diesem Ticket mitliest.',
  },
  merge: {
    another: 'Wählen Sie ein anderes Ticket.',
    sameOrganization: 'Wählen Sie ein Ticket derselben Organisation.',
    already: '#{{id}} wurde bereits mit #{{into}} zusammengeführt.',
    merged: 'Dieses Ticket wurde mit #{{into}} zusammengeführt. Ändern Sie stattdessen dieses andere Ticket.',
  },
};
