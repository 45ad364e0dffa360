/** The placeholder for an address that was erased. */
export const erased = '[erased]';
