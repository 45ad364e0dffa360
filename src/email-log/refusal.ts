/**
 * What PostgreSQL says that is no fault of a row, by class of SQLSTATE: connection, state of the transaction (a
 * standby takes no writes), roll back and try again, resources, an object in use, intervention, the system.
 */
const beyondTheRow: readonly string[] = ['08', '25', '40', '53', '55', '57', '58'];

/** A statement that took too long, maybe for one row's sake. */
const cancelled = '57014';

/** Whether PostgreSQL answered, and refused: then one row may be at fault, and the others of its batch are fine. */
export const isRefusal = (error: unknown): boolean => {
  if (!(error instanceof Error) || !('severity' in error) || error.severity !== 'ERROR') return false;
  const code = 'code' in error ? String(error.code) : '';
  return code === cancelled || !beyondTheRow.includes(code.slice(0, 2));
};
