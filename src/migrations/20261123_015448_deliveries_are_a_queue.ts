import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE INDEX "webhook_status_nextAttemptAt_idx" ON "webhook_deliveries" USING btree ("webhook_id","status","next_attempt_at");
  ALTER TABLE "webhook_deliveries" DROP COLUMN "job";`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "webhook_status_nextAttemptAt_idx";
  ALTER TABLE "webhook_deliveries" ADD COLUMN "job" varchar;`)
}
