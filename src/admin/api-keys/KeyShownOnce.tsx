import { Banner, Button, toast } from '@payloadcms/ui';
import { useEffect, useRef } from 'react';

export interface MadeKey {
  readonly key: string;
  readonly name: string;
}

interface KeyShownOnceProps {
  readonly made: MadeKey;
  onDone(): void;
}

/** Shows a new key until somebody says that they have it: nobody can see it again. */
export const KeyShownOnce = ({ made, onDone }: KeyShownOnceProps) => {
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    input.current?.focus();
    input.current?.select();
    // A reload would lose it.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, []);

  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(made.key);
      toast.success('The key is copied.');
    } catch {
      // Without HTTPS browsers give no clipboard.
      toast.error('The browser did not let it be copied. It is selected now: press Ctrl+C or ⌘C.');
    }
  };

  return (
    <section className="portal-keys__made" aria-labelledby="portal-key-made">
      <h2 id="portal-key-made">Your new key “{made.name}”</h2>
      <Banner type="warning">
        Copy it now and keep it where only your program finds it. It is not stored here and is never shown
        again.
      </Banner>
      <div className="portal-keys__secret">
        <input
          ref={input}
          readOnly
          spellCheck={false}
          aria-label="The new key"
          value={made.key}
          onFocus={(event) => event.target.select()}
        />
        <Button margin={false} onClick={copy}>
          Copy
        </Button>
        <Button margin={false} buttonStyle="secondary" onClick={onDone}>
          I have stored it
        </Button>
      </div>
    </section>
  );
};
