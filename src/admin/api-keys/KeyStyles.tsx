const css = `
.portal-keys { display: flex; flex-direction: column; align-items: flex-start; gap: calc(var(--base) * 0.6); }
.portal-keys p { margin: 0; }
.portal-keys__form { display: flex; flex-direction: column; gap: var(--base); max-width: 44rem;
  padding-bottom: calc(var(--base) * 2); }
.portal-keys__form > * { margin: 0; }
.portal-keys__fieldset { position: relative; border: 0; padding: 0; margin: 0; min-width: 0; }
.portal-keys__fieldset legend { padding: 0; }
.portal-keys__fieldset .required { color: var(--theme-error-500); }
.portal-keys__form > button { align-self: flex-start; }
.collection-list:has(.portal-keys) :is(.cell-_select, #heading-_select) { display: none; }
.portal-keys__scopes { display: grid; grid-template-columns: 10rem 7rem 7rem; align-items: center;
  padding: calc(var(--base) * 0.2) 0; }
.portal-keys__presets { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.4) var(--base);
  padding: calc(var(--base) * 0.3) 0; }
.portal-keys__presets label { display: flex; gap: 0.5em; align-items: center; cursor: pointer; }
.portal-keys__presets input { margin: 0; accent-color: var(--theme-text); }
.portal-keys__prefix { display: block; color: var(--theme-elevation-500); }
.portal-keys__pills { display: flex; flex-wrap: wrap; gap: 0.3rem; }
.portal-keys__state { display: flex; gap: var(--base); align-items: center; }
.portal-keys__rights { margin: 0; padding-left: 1.2em; }
@media (max-width: 480px) { .portal-keys__scopes { grid-template-columns: 1fr 1fr; }
  .portal-keys__scopes > span:first-child { grid-column: 1 / -1; } }
`;

/** React puts it into the head once, however many parts ask for it; a package has no other way to bring styles. */
export const KeyStyles = () => (
  <style href="payload-support-portal-api-keys" precedence="medium">
    {css}
  </style>
);
