import { useEffect, useState } from 'react';

const goesOnKey = 'portal-answer-goes-on';

export interface GoesOn {
  readonly is: boolean;
  set(wanted: boolean): void;
}

/** The choice to open the next ticket after sending, which the browser keeps. */
export const useGoesOn = (): GoesOn => {
  const [is, setIs] = useState(false);
  useEffect(() => setIs(localStorage.getItem(goesOnKey) === 'yes'), []);
  return {
    is,
    set(wanted: boolean) {
      setIs(wanted);
      localStorage.setItem(goesOnKey, wanted ? 'yes' : 'no');
    },
  };
};
