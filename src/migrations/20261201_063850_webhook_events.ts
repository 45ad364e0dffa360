import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "webhook_deliveries" ALTER COLUMN "body" DROP NOT NULL;
  ALTER TABLE "webhook_deliveries" ADD COLUMN "event_id" numeric;
  CREATE INDEX "webhook_deliveries_event_id_idx" ON "webhook_deliveries" USING btree ("event_id");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "webhook_deliveries_event_id_idx";
  ALTER TABLE "webhook_deliveries" ALTER COLUMN "body" SET NOT NULL;
  ALTER TABLE "webhook_deliveries" DROP COLUMN "event_id";`)
}
