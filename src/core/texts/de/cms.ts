/** The German sentences of the CMS that say “du”, for readers whom the portal addresses as “Sie” everywhere. */
export const germanOfTheCms = {
  authentication: {
    checkYourEmailForPasswordReset:
      'Wenn die E-Mail-Adresse mit einem Benutzerkonto verknüpft ist, erhalten Sie in Kürze Anweisungen zum Zurücksetzen Ihres Passworts. Bitte sehen Sie auch in Ihrem Spam-Ordner nach, falls Sie die E-Mail nicht im Posteingang finden.',
    forgotPasswordEmailInstructions:
      'Bitte geben Sie Ihre E-Mail-Adresse an. Sie erhalten eine E-Mail mit Anweisungen zum Zurücksetzen Ihres Passworts.',
    forgotPasswordUsernameInstructions:
      'Bitte geben Sie Ihren Benutzernamen ein. Anweisungen zum Zurücksetzen Ihres Passworts werden an die mit Ihrem Benutzernamen verknüpfte E-Mail-Adresse gesendet.',
    generatingNewAPIKeyWillInvalidate:
      'Wenn Sie einen neuen API-Schlüssel generieren, wird der vorherige <1>ungültig</1>. Möchten Sie wirklich fortfahren?',
    loggedIn: 'Um sich mit einem anderen Benutzerkonto anzumelden, müssen Sie sich zuerst <0>abmelden</0>.',
    loggedInChangePassword:
      'Um Ihr Passwort zu ändern, gehen Sie zu Ihrem <0>Benutzerkonto</0> und ändern Sie dort Ihr Passwort.',
    loggedOutInactivity: 'Sie wurden aufgrund von Inaktivität abgemeldet.',
    loggedOutSuccessfully: 'Sie wurden erfolgreich abgemeldet.',
    loginWithAnotherUser:
      'Um sich mit einem anderen Benutzer anzumelden, müssen Sie sich zuerst <0>abmelden</0>.',
    newAccountCreated:
      'Ein neues Konto wurde auf <a href="{{serverURL}}">{{serverURL}}</a> für Sie erstellt. Bitte klicken Sie auf den folgenden Link oder kopieren Sie die URL in Ihren Browser, um Ihre E-Mail-Adresse zu verifizieren: <a href="{{verificationURL}}">{{verificationURL}}</a><br> Nachdem Sie Ihre E-Mail-Adresse verifiziert haben, können Sie sich anmelden.',
    resetYourPassword: 'Ihr Passwort zurücksetzen',
    verifyYourEmail: 'Ihre E-Mail-Adresse verifizieren',
    youAreInactive:
      'Sie waren einige Zeit inaktiv und werden in Kürze zu Ihrer eigenen Sicherheit abgemeldet. Möchten Sie angemeldet bleiben?',
    youAreReceivingResetPassword:
      'Sie erhalten diese Nachricht, weil Sie (oder jemand anderes) das Zurücksetzen des Passworts für Ihr Benutzerkonto angefordert haben. Bitte klicken Sie auf den folgenden Link oder kopieren Sie die URL in Ihren Browser, um den Vorgang abzuschließen:',
    youDidNotRequestPassword:
      'Sollten Sie dies nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.',
  },
  dashboard: {
    discardMessage:
      'Sie haben ungespeicherte Änderungen an Ihrem Dashboard-Layout. Möchten Sie diese wirklich verwerfen?',
    noItems:
      'Auf Ihrem Dashboard befinden sich keine Widgets. Sie können diese über das "Dashboard"-Menü in der oberen Leiste hinzufügen.',
  },
  error: {
    deletingTitle:
      'Es gab ein Problem während der Löschung von {{title}}. Bitte überprüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    documentNotFound:
      'Das Dokument mit der ID {{id}} konnte nicht gefunden werden. Es wurde gelöscht, hat nie existiert, oder Sie haben keinen Zugriff darauf.',
    notAllowedToAccessPage: 'Sie haben keine Berechtigung, auf diese Seite zuzugreifen.',
    notAllowedToPerformAction: 'Sie haben keine Berechtigung, diese Aktion auszuführen.',
    restoringTitle:
      'Es gab einen Fehler beim Wiederherstellen von {{title}}. Bitte überprüfen Sie die Verbindung und versuchen Sie es erneut.',
    unauthorized: 'Nicht autorisiert: Sie müssen angemeldet sein, um diese Anfrage zu stellen.',
    unverifiedEmail: 'Bitte verifizieren Sie Ihre E-Mail-Adresse, bevor Sie sich anmelden.',
  },
  fields: {
    chooseBetweenCustomTextOrDocument:
      'Geben Sie eine eigene URL ein oder verknüpfen Sie ein anderes Dokument.',
    chooseDocumentToLink: 'Wählen Sie ein Dokument, das Sie verlinken möchten',
  },
  folder: {
    folderTypeDescription:
      'Wählen Sie aus, welche Art von Sammlungsdokumenten in diesem Ordner zugelassen sein soll.',
    moveItemsToFolderConfirmation:
      'Sie sind dabei, <1>{{count}} {{label}}</1> nach <2>{{toFolder}}</2> zu verschieben. Sind Sie sicher?',
    moveItemsToRootConfirmation:
      'Sie sind dabei, <1>{{count}} {{label}}</1> in den Hauptordner zu verschieben. Sind Sie sicher?',
    moveItemToFolderConfirmation:
      'Sie sind dabei, <1>{{title}}</1> zu <2>{{toFolder}}</2> zu verschieben. Sind Sie sicher?',
    moveItemToRootConfirmation:
      'Sie sind dabei, <1>{{title}}</1> in den Hauptordner zu verschieben. Sind Sie sicher?',
  },
  general: {
    aboutToDelete: 'Sie sind dabei, {{label}} <1>{{title}}</1> zu löschen. Sind Sie sicher?',
    aboutToDeleteCount_many: 'Sie sind dabei, {{count}} {{label}} zu löschen.',
    aboutToDeleteCount_one: 'Sie sind dabei, {{count}} {{label}} zu löschen.',
    aboutToDeleteCount_other: 'Sie sind dabei, {{count}} {{label}} zu löschen.',
    aboutToPermanentlyDelete:
      'Sie sind dabei, das {{label}} <1>{{title}}</1> dauerhaft zu löschen. Sind Sie sicher?',
    aboutToPermanentlyDeleteTrash:
      'Sie sind dabei, <0>{{count}}</0> <1>{{label}}</1> endgültig aus dem Papierkorb zu löschen. Sind Sie sicher?',
    aboutToRestore: 'Sie sind dabei, das {{label}} <1>{{title}}</1> wiederherzustellen. Sind Sie sicher?',
    aboutToRestoreAsDraft:
      'Sie sind dabei, das {{label}} <1>{{title}}</1> als Entwurf wiederherzustellen. Sind Sie sicher?',
    aboutToRestoreAsDraftCount: 'Sie sind dabei, {{count}} {{label}} als Entwurf wiederherzustellen.',
    aboutToRestoreCount: 'Sie sind dabei, {{count}} {{label}} wiederherzustellen.',
    aboutToTrash:
      'Sie sind dabei, das {{label}} <1>{{title}}</1> in den Papierkorb zu verschieben. Sind Sie sicher?',
    aboutToTrashCount: 'Sie sind dabei, {{count}} {{label}} in den Papierkorb zu verschieben.',
    changesNotSaved:
      'Ihre Änderungen wurden nicht gespeichert. Wenn Sie diese Seite verlassen, gehen Ihre Änderungen verloren.',
    copyWarning:
      'Sie sind dabei, {{to}} mit {{from}} für {{label}} {{title}} zu überschreiben. Sind Sie sicher?',
    currentlyEditing:
      'bearbeitet gerade dieses Dokument. Wenn Sie übernehmen, wird die Bearbeitung blockiert, und nicht gespeicherte Änderungen können verloren gehen.',
    documentOutOfDate:
      'Dieses Dokument wurde kürzlich von einem anderen Benutzer aktualisiert. Ihre Ansicht ist veraltet.',
    enterAValue: 'Geben Sie einen Wert ein',
    moveConfirm:
      'Sie sind dabei, {{count}} {{label}} nach <1>{{destination}}</1> zu verschieben. Sind Sie sicher?',
    sorryNotFound: 'Es tut uns leid, aber wir haben nichts gefunden, was Ihrer Anfrage entspricht.',
    unsavedChanges:
      'Sie haben ungespeicherte Änderungen. Speichern oder verwerfen Sie diese, bevor Sie fortfahren.',
    unsavedChangesDuplicate:
      'Sie haben ungespeicherte Änderungen. Möchten Sie mit dem Duplizieren fortfahren?',
  },
  validation: {
    emailAddress: 'Bitte geben Sie eine korrekte E-Mail-Adresse an.',
    enterNumber: 'Bitte geben Sie eine gültige Zahl an.',
    username:
      'Bitte geben Sie einen gültigen Benutzernamen ein. Dieser kann Buchstaben, Zahlen, Bindestriche, Punkte und Unterstriche enthalten.',
  },
  version: {
    aboutToPublishSelection:
      'Sie sind dabei, alle {{label}} in der Auswahl zu veröffentlichen. Sind Sie sicher?',
    aboutToRestore: 'Sie sind dabei, {{label}} auf den Stand vom {{versionDate}} zurückzusetzen.',
    aboutToRestoreGlobal:
      'Sie sind dabei, das globale Dokument {{label}} auf den Stand vom {{versionDate}} zurückzusetzen.',
    aboutToRevertToPublished:
      'Sie sind dabei, dieses Dokument auf den Stand des ersten Veröffentlichungsdatums zurückzusetzen. Sind Sie sicher?',
    aboutToUnpublish: 'Sie sind dabei, dieses Dokument auf Entwurf zu setzen. Sind Sie sicher?',
    aboutToUnpublishIn: 'Sie sind dabei, dieses Dokument in {{locale}} zu entpublizieren. Sind Sie sicher?',
    aboutToUnpublishSelection:
      'Sie sind dabei, die Veröffentlichung aller {{label}} in der Auswahl aufzuheben. Sind Sie sicher?',
  },
};
