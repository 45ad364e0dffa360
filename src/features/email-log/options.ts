import type { Payload, PayloadRequest } from 'payload';
import type { HookContext } from '../../core/options/hookContext.ts';
import type { HookOptions, SupportPortalOptions } from '../../core/options/options.ts';
import type { FeatureOptions } from '../../core/options/resolve.ts';
import { callable, callables, flag, group, type ShapeOf } from '../../core/options/shapes.ts';
import type { MailUnderWay } from './emailLog.ts';
import type { RetentionDays } from './retention/retention.ts';
import type { EmailAttempt } from './row.ts';

/** Called after each mail attempt, accepted or not; not for an attempt whose process died. */
export type AfterEmailHook = (args: HookContext & { attempt: Readonly<EmailAttempt> }) => unknown;

/** A row of the email log about to be written, with the fields that the option `collections.emailLog` added. */
export type EmailLogRow = EmailAttempt & { [added: string]: unknown };

/** Changes the row about to be written, fills added fields, or drops it by returning null. */
export type BeforeEmailLogHook = (
  args: HookContext & { row: EmailLogRow },
) => EmailAttempt | EmailLogRow | null | Promise<EmailAttempt | EmailLogRow | null>;

/** The counterpart of the filter `portal_email_log_retention_days`: gets the default, and returns the number of days. */
export type EmailLogRetentionDaysHook = (
  days: number,
  args: { payload: Payload },
) => number | Promise<number>;

declare module '../../core/options/options.ts' {
  interface SupportPortalOptions {
    emailLog?: {
      /**
       * Creates the trigram indexes that make searching the log and mail in fast, at the start: concurrently, under a lock,
       * if the extension `pg_trgm` is available. Off: a search reads the whole log.
       *
       * @default true
       */
      searchIndexes?: boolean;
    };
  }
  interface HookOptions {
    /**
     * Called after each mail attempt; the email log is the first of them. A hook that throws, or takes more than 30 seconds, is
     * logged and harms neither the mail nor the other hooks.
     *
     * @default []
     */
    afterEmail?: readonly AfterEmailHook[];
    /**
     * Called in this order before a row is written to the email log: each gets the result of the one before. Null drops the
     * row. A hook that throws, takes more than 30 seconds or returns something that is not a row is logged and skipped.
     *
     * @default []
     */
    beforeEmailLog?: readonly BeforeEmailLogHook[];
    /**
     * Number of days for which rows of the email log are kept; called before each daily run. `Infinity` keeps them forever;
     * 0 or less, NaN or no number is logged, and nothing is deleted.
     *
     * @default 180
     */
    emailLogRetentionDays?: EmailLogRetentionDaysHook;
  }
}

declare module '../../core/options/resolve.ts' {
  interface ResolvedOptions {
    readonly emailLog: { readonly searchIndexes: boolean };
  }
  interface ResolvedHooks {
    readonly afterEmail: readonly AfterEmailHook[];
    readonly beforeEmailLog: readonly BeforeEmailLogHook[];
    readonly emailLogRetentionDays: EmailLogRetentionDaysHook | null;
  }
}

declare module '../../core/context.ts' {
  interface AppHooks {
    /** Calls the `afterEmail` hooks with an attempt. The log is the first of them. Never throws. */
    afterEmail(payload: Payload, underWay: MailUnderWay, attempt: EmailAttempt): Promise<void>;
    /** Passes a row through the `beforeEmailLog` hooks. Null drops it. Never throws. */
    beforeEmailLog(
      payload: Payload,
      row: EmailAttempt,
      req: PayloadRequest | null,
    ): Promise<EmailAttempt | null>;
    /** Asks the hook `emailLogRetentionDays` how long rows are kept. */
    emailLogRetentionDays(payload: Payload): Promise<RetentionDays>;
  }
}

export const emailLogOptions: FeatureOptions = {
  shape: {
    emailLog: group<NonNullable<SupportPortalOptions['emailLog']>>({ searchIndexes: flag.optional() }),
  },
  hooks: {
    afterEmail: callables.optional(),
    beforeEmailLog: callables.optional(),
    emailLogRetentionDays: callable.optional(),
  } satisfies Partial<ShapeOf<HookOptions>>,
  resolve: ({ emailLog }) => ({ emailLog: { searchIndexes: emailLog?.searchIndexes ?? true } }),
  resolveHooks: ({ afterEmail, beforeEmailLog, emailLogRetentionDays }) => ({
    afterEmail: afterEmail ?? [],
    beforeEmailLog: beforeEmailLog ?? [],
    emailLogRetentionDays: emailLogRetentionDays ?? null,
  }),
};
