const css = `
.portal-conversation { display: flex; flex-direction: column; gap: calc(var(--base) * 0.7); }
.portal-conversation h2, .portal-attachments h2 { margin: 0; font-size: 1.1rem; }
.portal-conversation__replies { display: flex; flex-direction: column; gap: calc(var(--base) * 0.6); margin: 0; padding: 0;
  list-style: none; }
.portal-reply { max-width: 92%; padding: calc(var(--base) * 0.6) calc(var(--base) * 0.8); border: 1px solid var(--theme-elevation-150);
  border-radius: var(--style-radius-m); background: var(--theme-elevation-0); }
.portal-reply--staff { align-self: flex-end; width: 92%; background: var(--theme-elevation-50); }
.portal-reply--client { width: 92%; }
.portal-reply--internal, .portal-answer--internal { background: color-mix(in srgb, var(--theme-warning-500) 12%, var(--theme-elevation-0));
  border: 1px dashed var(--theme-warning-500); }
.portal-reply--internal { align-self: flex-end; width: 92%; }
.portal-reply header { display: flex; flex-wrap: wrap; gap: 0.6em; align-items: center; margin-bottom: calc(var(--base) * 0.3); }
.portal-reply header .portal-time { font-size: 0.9em; }
.portal-reply__body { overflow-wrap: anywhere; white-space: pre-wrap; }
.portal-reply__body > :first-child { margin-top: 0; }
.portal-reply__body > :last-child { margin-bottom: 0; }
.portal-reply__body p { margin: 0 0 0.4em; min-height: 1em; }
.portal-answer { display: flex; flex-direction: column; gap: calc(var(--base) * 0.5); padding: calc(var(--base) * 0.8);
  border: 1px solid var(--theme-elevation-150); border-radius: var(--style-radius-m); }
.portal-answer .rich-text-lexical { --font-serif: var(--font-body); margin: 0; }
.portal-answer .LexicalEditorTheme__placeholder { color: var(--theme-elevation-650); opacity: 1; }
.portal-answer .ContentEditable__root { min-height: calc(var(--base) * 4); }
.portal-answer__kinds { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.8); align-items: center; margin: 0; padding: 0;
  border: 0; }
.portal-answer__kinds label { display: flex; gap: 0.5em; align-items: center; cursor: pointer; }
.portal-answer__kinds input { margin: 0; accent-color: var(--theme-text); }
.portal-answer footer { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.6); align-items: center; justify-content: flex-end; }
.portal-answer footer label { display: flex; gap: 0.5em; align-items: center; margin-inline-end: auto; }
.portal-answer select, .portal-attachments select { height: calc(var(--base) * 1.8); padding: 0 0.6em; font: inherit;
  color: var(--theme-text); background: var(--theme-input-bg); border: 1px solid var(--theme-elevation-150);
  border-radius: var(--style-radius-s); }
.portal-answer__hint { font-size: 0.9em; }
.field-type.portal-description { margin-top: var(--base); }
.portal-description { display: flex; flex-direction: column; gap: calc(var(--base) * 0.5); align-items: flex-start;
  padding: calc(var(--base) * 0.8); background: var(--theme-elevation-50); border-inline-start: 3px solid var(--theme-elevation-400); }
.portal-description p { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
.field-type.portal-attachments { margin-top: calc(var(--base) * 1.5); }
.portal-attachments { display: flex; flex-direction: column; gap: calc(var(--base) * 0.6); }
.portal-attachments__upload { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.6); align-items: center; }
.portal-attachments__upload label { display: flex; gap: 0.5em; align-items: center; }
.portal-attachments progress { width: 12rem; accent-color: var(--theme-success-500); }
.portal-history { display: flex; flex-direction: column; gap: var(--base); margin: 0; padding: 0; list-style: none; }
.portal-empty + .portal-history { margin-top: var(--base); }
.portal-history > li { padding-inline-start: calc(var(--base) * 0.8); border-inline-start: 3px solid var(--theme-elevation-150);
  overflow-wrap: anywhere; }
.portal-history header { display: flex; flex-wrap: wrap; gap: 0.6em; align-items: center; }
.portal-history header .portal-time { font-size: 0.9em; }
.portal-history ul { margin: calc(var(--base) * 0.2) 0 0; padding: 0; list-style: none; }
.portal-history summary { width: fit-content; cursor: pointer; }
.portal-history dl { display: grid; grid-template-columns: max-content 1fr; gap: calc(var(--base) * 0.3) var(--base);
  margin: calc(var(--base) * 0.4) 0 0; padding: calc(var(--base) * 0.6); background: var(--theme-elevation-50);
  border-radius: var(--style-radius-m); }
.portal-history dt { color: var(--theme-elevation-650); }
.portal-history dd { margin: 0; white-space: pre-wrap; }
.portal-tab__failed { color: var(--theme-error-600); font-weight: 600; }
[data-theme='dark'] .portal-tab__failed { color: var(--theme-error-500); }
`;

/** React puts it into the head once, however many parts ask for it. */
export const TicketStyles = () => (
  <style href="payload-support-portal-tickets" precedence="medium">
    {css}
  </style>
);
