/** What is wrong with one field, in the server's own sentence below it; read out as soon as it is there. */
export const FieldProblem = ({ id, problem }: { id: string; problem: string | undefined }) =>
  problem ? (
    <span id={id} role="alert" className="portal-form__problem">
      {problem}
    </span>
  ) : null;
