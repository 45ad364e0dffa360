import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE INDEX "assignee_status_idx" ON "tickets" USING btree ("assignee_id","status");
  CREATE INDEX "waitingFor_status_idx" ON "tickets" USING btree ("waiting_for","status");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "assignee_status_idx";
  DROP INDEX "waitingFor_status_idx";`)
}
