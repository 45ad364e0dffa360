import type { uploads as en } from './en.ts';

export const uploads: typeof en = {
  errors: {
    protocol: 'Senden Sie Tus-Resumable: 1.0.0.',
    length: 'Senden Sie die Größe der Datei in Upload-Length, in Byte.',
    lengthFixed:
      'Die Größe eines Uploads kann sich nicht ändern. Beginnen Sie für eine Datei anderer Größe einen neuen Upload.',
    offset: 'Senden Sie Upload-Offset: die Zahl der Byte, die angekommen sind.',
    chunk: 'Senden Sie die Byte als application/offset+octet-stream.',
    otherOffset: '{{received}} Byte sind angekommen: Senden Sie die folgenden.',
    metadata: 'Upload-Metadata ist nicht lesbar.',
    metadataTooLong: 'Upload-Metadata ist länger als {{most}} Byte.',
    unknownMetadata: 'Diese Angabe gibt es nicht.',
    noTarget: 'Geben Sie das Ziel an: {{targets}}.',
    noName: 'Senden Sie den Namen der Datei.',
    tooMany:
      'Sie haben {{most}} unfertige Uploads, mehr sind zugleich nicht möglich. Warten Sie, bis einer fertig ist, oder brechen Sie einen ab, und senden Sie diese Datei noch einmal.',
    busy: 'Diese Datei wird gerade über eine andere Verbindung gesendet, etwa in einem anderen Tab. Versuchen Sie es gleich noch einmal.',
    moreThanLeft: 'Das sind mehr Byte, als der Datei noch fehlen. Senden Sie nur die fehlenden.',
    complete: 'Diese Datei ist schon vollständig angekommen. Weitere Byte sind nicht möglich.',
    stopped:
      'Die Verbindung brach ab, bevor die ganze Datei angekommen war. Fragen Sie, wie viele Byte angekommen sind, und setzen Sie den Upload dort fort, oder senden Sie die Datei noch einmal.',
  },
};
