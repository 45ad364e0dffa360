export const uploads = {
  errors: {
    protocol: 'Send Tus-Resumable: 1.0.0.',
    length: 'Send the size of the file in Upload-Length, in bytes.',
    lengthFixed: 'The size of an upload cannot change. Begin another upload for a file of another size.',
    offset: 'Send Upload-Offset: the number of bytes that have arrived.',
    chunk: 'Send the bytes as application/offset+octet-stream.',
    otherOffset: '{{received}} bytes have arrived: send the ones that follow.',
    metadata: 'Upload-Metadata cannot be read.',
    metadataTooLong: 'Upload-Metadata is longer than {{most}} bytes.',
    unknownMetadata: 'There is no such metadata.',
    noTarget: 'Name the target: one of {{targets}}.',
    noName: 'Send the name of the file.',
    tooMany:
      'You have {{most}} unfinished uploads, and there cannot be more at once. Wait until one is complete, or cancel one, and send this file again.',
    busy: 'This file is being sent over another connection, such as in another tab. Try again in a moment.',
    moreThanLeft: 'These are more bytes than the file has left. Send only those that are missing.',
    complete: 'All of this file has arrived already. It takes no more bytes.',
    stopped:
      'The connection broke off before all of the file had arrived. Ask how many bytes have arrived, and continue from there, or send the file again.',
  },
};
