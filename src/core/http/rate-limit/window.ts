/**
 * The end of an insert into a table of counts, as `known`: it adds to the count of a subject's window, or begins another
 * one if the last is over.
 */
export const countInWindow = `on conflict (subject) do update set
    count = case when known.ends_at <= now() then excluded.count else known.count + excluded.count end,
    ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end`;
