import type { Config } from 'payload';

/** A client's mistake is reported to the client. It is no error of the server, so the server's log needs no stack. */
export const registerLogging = (config: Config): Config => ({
  ...config,
  // The CMS's type lists the CMS's own errors only.
  loggingLevels: {
    ...({ ApiError: 'debug', RefusedReset: 'debug' } as Config['loggingLevels']),
    ...config.loggingLevels,
  },
});
