import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "tickets" ADD COLUMN "merged_into_id" integer;
  ALTER TABLE "tickets" ADD CONSTRAINT "tickets_merged_into_id_tickets_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."tickets"("id") ON DELETE set null ON UPDATE no action;
  CREATE INDEX "tickets_merged_into_idx" ON "tickets" USING btree ("merged_into_id");`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "tickets" DROP CONSTRAINT "tickets_merged_into_id_tickets_id_fk";
  
  DROP INDEX "tickets_merged_into_idx";
  ALTER TABLE "tickets" DROP COLUMN "merged_into_id";`)
}
