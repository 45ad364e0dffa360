/** Does work one piece after the other, in the order in which it is asked for, whatever became of the one before. */
export const oneByOne = (): (<Result>(work: () => Promise<Result>) => Promise<Result>) => {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
};
