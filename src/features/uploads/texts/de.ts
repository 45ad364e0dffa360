import type { uploads as en } from './en.ts';

export const uploads: typeof en = {
  errors: {
    protocol: 'Senden Sie Tus-Resumable: 1.0.0.',
    length: 'Senden Sie die Größe der Datei in Upload-Length, in Byte.',
    lengthFixed: 'Die Größe eines Uploads kann sich nicht ändern.',
    offset: 'Senden Sie Upload-Offset: die Zahl der Byte, die angekommen sind.',
    chunk: 'Senden Sie die Byte als application/offset+octet-stream.',
    otherOffset: '{{received}} Byte sind angekommen: Senden Sie die folgenden.',
    metadata: 'Upload-Metadata ist nicht lesbar.',
    metadataTooLong: 'Upload-Metadata ist länger als {{most}} Byte.',
    unknownMetadata: 'Diese Angabe gibt es nicht.',
    noTarget: 'Geben Sie das Ziel an: {{targets}}.',
    noName: 'Senden Sie den Namen der Datei.',
    tooMany: 'Sie haben {{most}} unfertige Uploads. Beenden oder löschen Sie zuerst einen.',
    busy: 'Eine andere Anfrage sendet an diesen Upload. Versuchen Sie es gleich noch einmal.',
    complete: 'Dieser Upload ist vollständig.',
    stopped:
      'Der Upload wurde unterbrochen. Fragen Sie, wie viele Byte angekommen sind, und setzen Sie ihn dort fort.',
  },
};
