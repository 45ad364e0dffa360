export const mebibyte = 1024 * 1024;

/** The largest body of the CMS's own routes that is not an upload, in bytes. Rich text of people at work is long. */
export const largestBody = { stranger: mebibyte, session: 5 * mebibyte } as const;

/** The largest form of a stranger or a client, in bytes: those of the login and of the first registration. */
export const largestForm = 64 * 1024;

/** True for the `Content-Type` of a body that the CMS reads as a form. */
export const isFormType = (contentType: string | null | undefined): boolean =>
  /^[^;]*multipart\//i.test(contentType ?? '');
