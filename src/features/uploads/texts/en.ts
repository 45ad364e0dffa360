export const uploads = {
  errors: {
    protocol: 'Send Tus-Resumable: 1.0.0.',
    length: 'Send the size of the file in Upload-Length, in bytes.',
    lengthFixed: 'The size of an upload cannot change.',
    offset: 'Send Upload-Offset: the number of bytes that have arrived.',
    chunk: 'Send the bytes as application/offset+octet-stream.',
    otherOffset: '{{received}} bytes have arrived: send the ones that follow.',
    metadata: 'Upload-Metadata cannot be read.',
    metadataTooLong: 'Upload-Metadata is longer than {{most}} bytes.',
    unknownMetadata: 'There is no such metadata.',
    noTarget: 'Name the target: one of {{targets}}.',
    noName: 'Give the name of the file.',
    tooMany: '{{most}} uploads are open. Finish one, or delete it.',
    busy: 'Another request sends to this upload. Try again in a moment.',
    complete: 'This upload is complete.',
    stopped: 'The upload was interrupted. Ask how many bytes have arrived, and go on from there.',
  },
};
