/** The programs of this folder that tests start as processes. */
export const programs = [
  'child',
  'mailer',
  'errands',
  'uploads',
  'deliverer',
  'publisher',
  'clientPages',
] as const;
