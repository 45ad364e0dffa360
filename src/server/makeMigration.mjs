import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * `npm run migration -- NAME`: lets the CMS write a migration, and makes it fit Node's ES modules and strict TypeScript.
 * Without the condition the CMS's commands end silently now and then (payloadcms/payload#17757).
 */
const folder = 'src/migrations';
const placeholders = {
  PAYLOAD_SECRET: 'no secret is needed to compare schemas',
  DATABASE_URL: 'postgres://none/none',
};

execFileSync('npx', ['payload', 'migrate:create', ...process.argv.slice(2)], {
  env: {
    ...process.env,
    ...placeholders,
    NODE_OPTIONS: '--conditions=production',
    PAYLOAD_CONFIG_PATH: 'payload.config.ts',
  },
  stdio: 'inherit',
});

for (const name of readdirSync(folder).filter((file) => file.endsWith('.ts'))) {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8')
    .replace(/from '(\.\/\w+)'/g, "from '$1.ts'")
    .replace('{ MigrateUpArgs, MigrateDownArgs, sql }', '{ type MigrateDownArgs, type MigrateUpArgs, sql }')
    .replaceAll('{ db, payload, req }', '{ db }');
  writeFileSync(path, text);
}
