import { type MigrateDownArgs, type MigrateUpArgs, sql } from '@payloadcms/db-postgres'

export async function up({ db }: MigrateUpArgs): Promise<void> {
  await db.execute(sql`
   CREATE TYPE "public"."enum_tickets_waiting_for" AS ENUM('staff', 'client');
  ALTER TABLE "tickets" ADD COLUMN "tags" jsonb;
  ALTER TABLE "tickets" ADD COLUMN "waiting_for" "enum_tickets_waiting_for" DEFAULT 'staff';
  ALTER TABLE "ticket_replies" ADD COLUMN "answer_key" varchar;
  CREATE INDEX "waitingFor_updatedAt_idx" ON "tickets" USING btree ("waiting_for","updated_at");
  CREATE INDEX "ticket_replies_answer_key_idx" ON "ticket_replies" USING btree ("answer_key");
  -- Whoever did not write the last reply is waited for.
  UPDATE "tickets" SET "waiting_for" = 'client'
  FROM (SELECT DISTINCT ON ("ticket_id") "ticket_id", "created_by_id" FROM "ticket_replies"
        WHERE "internal" IS NOT TRUE ORDER BY "ticket_id", "created_at" DESC, "id" DESC) AS "last"
  JOIN "users" ON "users"."id" = "last"."created_by_id" AND "users"."role" <> 'client'
  WHERE "last"."ticket_id" = "tickets"."id";`)
}

export async function down({ db }: MigrateDownArgs): Promise<void> {
  await db.execute(sql`
   DROP INDEX "waitingFor_updatedAt_idx";
  DROP INDEX "ticket_replies_answer_key_idx";
  ALTER TABLE "tickets" DROP COLUMN "tags";
  ALTER TABLE "tickets" DROP COLUMN "waiting_for";
  ALTER TABLE "ticket_replies" DROP COLUMN "answer_key";
  DROP TYPE "public"."enum_tickets_waiting_for";`)
}
