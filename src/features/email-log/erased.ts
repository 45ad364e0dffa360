/** What stands in the place of an address that was erased. */
export const erased = '[erased]';
