import { Button } from '@payloadcms/ui';

interface ActionButtonProps {
  readonly label: string;
  readonly isPrimary?: boolean;
  onClick(): void;
}

/** One of the actions on a record. */
export const ActionButton = ({ label, isPrimary = false, onClick }: ActionButtonProps) => (
  <Button
    buttonStyle={isPrimary ? 'primary' : 'secondary'}
    size="medium"
    margin={false}
    onClick={() => onClick()}
  >
    {label}
  </Button>
);
