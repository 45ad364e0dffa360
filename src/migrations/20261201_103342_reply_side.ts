import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_ticket_replies_side" AS ENUM('staff', 'client');
  ALTER TABLE "ticket_replies" ADD COLUMN "side" "enum_ticket_replies_side";
  -- By the role that the writers have now.
  UPDATE "ticket_replies" AS reply
    SET "side" = (CASE WHEN writer."role" = 'client' THEN 'client' ELSE 'staff' END)::"enum_ticket_replies_side"
    FROM "users" AS writer
    WHERE writer."id" = reply."created_by_id" AND writer."role" IS NOT NULL;`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   ALTER TABLE "ticket_replies" DROP COLUMN "side";
  DROP TYPE "public"."enum_ticket_replies_side";`)
}
