import { useEffect, useState } from 'react';

const goesOnKey = 'portal-answer-goes-on';

/** The choice to open the next ticket after sending, which the browser keeps. */
export const useGoesOn = () => {
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
