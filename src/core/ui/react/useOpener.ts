import { createContext, useContext } from 'react';
import type { RecordId } from '../../shared/values/ids.ts';

/** The value of `OpenerProvider`. */
export const OpenerContext = createContext<RecordId | undefined>(undefined);

/**
 * The person who opened the page. A later login of another one in this browser does not make it theirs, also not the pages
 * that the first one then goes to without a reload: the server renders those for the other one.
 */
export const useOpener = (): RecordId | undefined => useContext(OpenerContext);
