import { createRequire } from 'node:module';
import type { PostgresAdapter, postgresAdapter } from '@payloadcms/db-postgres';

type BuildAdapter = typeof postgresAdapter;

const requireOfAdapter = createRequire(createRequire(import.meta.url).resolve('@payloadcms/db-postgres'));

/**
 * An adapter that pushes its schema if it is told to, as in development: `next build` has left that out of the bundle. The
 * tests' databases get their tables by it if their options change them.
 */
export const pushingAdapter =
  (build: BuildAdapter): BuildAdapter =>
  (args) => {
    const built = build(args);
    return {
      ...built,
      init: (parts) => {
        const adapter = built.init(parts) as unknown as PostgresAdapter;
        const { connect } = adapter;
        return Object.assign(adapter, {
          connect: async (options?: { hotReload: boolean }) => {
            await connect?.call(adapter, options);
            if (adapter.push) await pushSchema(adapter);
          },
        }) as unknown as ReturnType<typeof built.init>;
      },
    };
  };

const pushSchema = async (adapter: PostgresAdapter): Promise<void> => {
  const { pushDevSchema } = requireOfAdapter('@payloadcms/drizzle');
  await pushDevSchema(
    Object.assign(adapter, { requireDrizzleKit: () => requireOfAdapter('drizzle-kit/api') }),
  );
};
