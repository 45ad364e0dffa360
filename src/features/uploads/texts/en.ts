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
    noName: 'Send the name of the file.',
    tooMany: 'You have {{most}} unfinished uploads. Finish or delete one first.',
    busy: 'Another request is sending to this upload. Try again in a moment.',
    complete: 'This upload is complete.',
    stopped: 'The upload was interrupted. Ask how many bytes have arrived, and continue from there.',
  },
};
