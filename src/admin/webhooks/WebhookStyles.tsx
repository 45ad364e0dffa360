const css = `
.portal-table :is(td, th).portal-table__number { text-align: end; font-variant-numeric: tabular-nums; }
.portal-table__bad { font-weight: 600; color: var(--theme-error-600); }
[data-theme='dark'] .portal-table__bad { color: var(--theme-error-500); }
.portal-table__select { width: 2rem; }
.portal-table__select input { width: 1.1rem; height: 1.1rem; accent-color: var(--theme-text); }
.portal-webhook__title { margin: 0; font-size: 1.4rem; overflow-wrap: anywhere; }
.portal-webhook__actions { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.5); align-items: center; }
.portal-webhook__filter { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.8); margin: 0 0 calc(var(--base) * 0.5); }
.portal-webhook__filter a[aria-current] { font-weight: 600; text-decoration: none; }
.portal-exchange h3 { margin: calc(var(--base) * 0.8) 0 calc(var(--base) * 0.3); font-size: 1rem; }
.portal-exchange pre { max-height: 24rem; margin: 0; padding: calc(var(--base) * 0.6); overflow: auto; font-size: 0.9em;
  white-space: pre-wrap; overflow-wrap: anywhere; background: var(--theme-elevation-50);
  border: 1px solid var(--theme-elevation-100); border-radius: var(--style-radius-s); }
.portal-form { display: flex; flex-direction: column; gap: calc(var(--base) * 0.8); }
.portal-form > label, .portal-form__line { display: flex; flex-direction: column; gap: 0.3em; }
.portal-form input[type='url'], .portal-form input[type='datetime-local'], .portal-form select { height: calc(var(--base) * 1.8);
  padding: 0 0.6em; font: inherit; color: var(--theme-text); background: var(--theme-input-bg);
  border: 1px solid var(--theme-elevation-150); border-radius: var(--style-radius-s); }
.portal-form fieldset { display: grid; grid-template-columns: repeat(auto-fill, minmax(11rem, 1fr)); gap: 0.4em; margin: 0; padding: 0;
  border: 0; }
.portal-form legend { padding: 0 0 0.3em; }
.portal-form fieldset label { display: flex; gap: 0.5em; align-items: center; }
.portal-form fieldset .portal-form__wide, .portal-form fieldset .portal-form__problem { grid-column: 1 / -1; }
.portal-form__problem { color: var(--theme-error-600); }
[data-theme='dark'] .portal-form__problem { color: var(--theme-error-500); }
.portal-form input[aria-invalid] { border-color: var(--theme-error-500); }
.portal-form fieldset input { margin: 0; accent-color: var(--theme-text); }
[data-theme='dark'] .portal-form input { color-scheme: dark; }
`;

/** React puts it into the head once, however many parts ask for it. */
export const WebhookStyles = () => (
  <style href="payload-support-portal-webhooks" precedence="medium">
    {css}
  </style>
);
