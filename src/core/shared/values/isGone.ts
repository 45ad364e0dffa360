/** True for a file of a form that was changed or removed since it was chosen: no browser reads it any more. */
export const isGone = (file: Blob): Promise<boolean> =>
  file
    .slice(-1)
    .arrayBuffer()
    .then(
      () => false,
      () => true,
    );
