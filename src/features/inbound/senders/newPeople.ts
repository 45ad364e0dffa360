import type { PayloadRequest } from 'payload';
import { lockName } from '../../../core/database/lock.ts';
import { runStatement } from '../../../core/database/statement.ts';
import { domainOf } from '../../../core/shared/addresses/hostDomain.ts';
import { mostNewPeople } from '../vocabulary.ts';

/**
 * Counts a person whom a mail makes a client of their domain's organization, over all processes. Other new people of that
 * domain wait until the request's transaction ends; a rolled-back one is not counted.
 *
 * @returns false if the domain has used up its limit for the last day
 */
export const countNewPerson = async (req: PayloadRequest, address: string): Promise<boolean> => {
  const domain = domainOf(address) ?? '';
  await lockName(req, `new-people/${domain}`);
  await runStatement(
    req,
    `delete from support_portal.new_people where created_at <= clock_timestamp() - interval '1 day' and domain = $1`,
    [domain],
  );
  const { rowCount } = await runStatement(
    req,
    `insert into support_portal.new_people (domain, created_at) select $1, clock_timestamp()
     where (select count(*) from support_portal.new_people where domain = $2) < ${mostNewPeople}`,
    [domain, domain],
  );
  return rowCount === 1;
};
