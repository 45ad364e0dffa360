import type { shared as en } from '../en/shared.ts';
import type { TextsLike } from '../text.ts';

export const shared: TextsLike<typeof en> = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  discard: { title: 'Eingaben verwerfen?', keep: 'Behalten', discard: 'Verwerfen' },
  pages: {
    label: 'Seiten',
    newer: 'Neuere',
    older: 'Ältere',
    place: 'Seite {{page}} von {{pages}}',
  },
  secret: {
    copied: { key: 'Der Schlüssel wurde kopiert.', secret: 'Das Geheimnis wurde kopiert.' },
    copy: 'Kopieren',
    isStored: 'Habe ich gespeichert',
    notCopied:
      'Der Browser hat das Kopieren nicht zugelassen. Der Text ist jetzt markiert: Drücken Sie Strg+C oder ⌘C.',
    shownOnce: '{{advice}} Die Anzeige erfolgt nur dieses eine Mal.',
  },
  server: {
    fileGone:
      'Die Datei wurde geändert oder entfernt, nachdem sie gewählt wurde. Wählen Sie sie noch einmal.',
    loggedOut: 'Sie sind nicht mehr angemeldet. Melden Sie sich neu an und versuchen Sie es noch einmal.',
    logIn: 'Anmelden (in einem neuen Tab)',
    doneBefore:
      'Ihr früherer Versuch hatte das schon bewirkt, obwohl die Antwort darauf verloren ging. Es ist kein zweites Mal geschehen.',
    sentBefore:
      'Ein früherer Versuch hat das Portal bereits erreicht, allerdings ohne Ihre letzten Änderungen; nur die Antwort ging verloren. Sehen Sie in der Liste nach, ob er geglückt ist, oder senden Sie noch einmal, um einen neuen Eintrag anzulegen.',
    underWay: 'Das Portal ist noch dabei. Versuchen Sie es gleich noch einmal.',
    unexplained: 'Etwas ist schiefgegangen. Versuchen Sie es gleich noch einmal.',
    unreachable: 'Das Portal ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
  },
  shortcuts: {
    everywhere: 'Überall',
    showList: 'Diese Liste anzeigen',
    title: 'Tastenkürzel',
  },
  browserOn: '{{browser}} unter {{system}}',
  browserOnDevice: '{{browser}} auf dem {{system}}',
  beside: {
    failed: 'Das konnte nicht geladen werden. Laden Sie die Seite neu, um es noch einmal zu versuchen.',
    loading: 'Wird geladen …',
  },
};
