const css = `
.portal-hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.portal-muted { color: var(--theme-elevation-650); }
.portal-time { white-space: nowrap; }
.portal-status { vertical-align: middle; }
.portal-link { color: var(--theme-text); text-decoration: underline; text-underline-offset: 0.2em; }
.portal-link:hover { text-decoration-thickness: 2px; }
.portal-list { display: flex; flex-direction: column; gap: calc(var(--base) * 0.8); padding-bottom: calc(var(--base) * 3); }
.portal-list > * { margin: 0; }
.portal-list__header { display: flex; flex-wrap: wrap; gap: var(--base); justify-content: space-between;
  align-items: flex-start; padding-top: calc(var(--base) * 0.4); }
.portal-list__header h1 { margin: 0; }
.portal-list__header p { margin: calc(var(--base) * 0.3) 0 0; max-width: 52rem; color: var(--theme-elevation-650); }
.portal-list__actions { display: flex; gap: var(--base); align-items: center; }
.portal-facets { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.4); }
.portal-facets__facet { display: inline-flex; gap: 0.6em; align-items: center; padding: 0.4em 0.9em; cursor: pointer;
  font: inherit; color: var(--theme-text); background: var(--theme-elevation-50);
  border: 1px solid var(--theme-elevation-150); border-radius: 999px; }
.portal-facets__facet:hover { background: var(--theme-elevation-100); }
.portal-facets__facet:focus-visible { outline: var(--accessibility-outline); outline-offset: var(--accessibility-outline-offset); }
.portal-facets__facet[aria-pressed='true'] { color: var(--theme-elevation-0); background: var(--theme-elevation-900);
  border-color: var(--theme-elevation-900); }
.portal-facets__count { font-variant-numeric: tabular-nums; font-weight: 600; }
.portal-facets__facet--bad:not([aria-pressed='true']) .portal-facets__count { color: var(--theme-error-600); }
.portal-facets__facet--warning:not([aria-pressed='true']) .portal-facets__count { color: var(--theme-warning-750); }
.portal-filters { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.6); align-items: flex-end; }
.portal-filters label { display: flex; flex: 1 1 10rem; flex-direction: column; gap: 0.2em; max-width: 20rem; }
.portal-filters label span { font-size: 0.9em; color: var(--theme-elevation-650); }
.portal-filters :is(input, select), .portal-dialog :is(input[type='text'], input[type='date']) {
  width: 100%; height: calc(var(--base) * 1.8); padding: 0 0.6em; font: inherit; color: var(--theme-text);
  background: var(--theme-input-bg); border: 1px solid var(--theme-elevation-150); border-radius: var(--style-radius-s); }
.portal-filters :is(input, select):hover { border-color: var(--theme-elevation-250); }
.portal-filters :is(input, select):focus-visible { border-color: var(--theme-elevation-400); outline: none; }
.portal-filters ::placeholder { color: var(--theme-elevation-600); }
[data-theme='dark'] .portal-filters input[type='date'], [data-theme='dark'] .portal-dialog input { color-scheme: dark; }
.portal-filters__buttons { display: flex; gap: calc(var(--base) * 0.4); }
.portal-filters details { flex: 1 0 100%; }
.portal-filters summary { width: fit-content; cursor: pointer; }
.portal-filters details .portal-filters { padding-top: calc(var(--base) * 0.5); }
.portal-table { overflow-x: auto; }
.portal-table table { width: 100%; border-collapse: collapse; }
.portal-table th { padding: calc(var(--base) * 0.4) calc(var(--base) * 0.6); font-weight: normal; text-align: start;
  color: var(--theme-elevation-650); border-bottom: 1px solid var(--theme-elevation-150); white-space: nowrap; }
.portal-table td { padding: calc(var(--base) * 0.45) calc(var(--base) * 0.6); vertical-align: top;
  border-bottom: 1px solid var(--theme-elevation-100); }
.portal-table tbody tr:hover { background: var(--theme-elevation-50); }
.portal-table__main { min-width: 14rem; overflow-wrap: anywhere; }
.portal-table__error { display: block; max-width: 26rem; overflow: hidden; font-size: 0.9em; color: var(--theme-error-600);
  text-overflow: ellipsis; white-space: nowrap; }
.portal-table__cut { max-width: 13rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.portal-table__line { white-space: nowrap; }
[data-theme='dark'] .portal-table__error { color: var(--theme-error-500); }
.portal-pager { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.6); align-items: center;
  font-variant-numeric: tabular-nums; }
.portal-empty { padding: calc(var(--base) * 2); text-align: center; background: var(--theme-elevation-50);
  border: 1px dashed var(--theme-elevation-200); border-radius: var(--style-radius-m); }
.portal-empty h2 { margin: 0 0 calc(var(--base) * 0.3); font-size: 1.2rem; }
.portal-empty p { margin: 0; }
.portal-page { display: flex; flex-direction: column; gap: var(--base); padding-block: var(--base) calc(var(--base) * 3); }
.portal-page h2 { margin: 0 0 calc(var(--base) * 0.5); font-size: 1.1rem; }
.portal-page__lead { display: flex; gap: calc(var(--base) * 0.8); align-items: flex-start; padding: calc(var(--base) * 0.8);
  background: var(--theme-elevation-50); border: 1px solid var(--theme-elevation-100); border-radius: var(--style-radius-m); }
.portal-page__lead p { margin: 0; max-width: 60rem; }
.portal-page__columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(28rem, 100%), 1fr));
  gap: calc(var(--base) * 2); }
.portal-page h1 { margin: 0; overflow-wrap: anywhere; }
.portal-page .portal-page__links { display: flex; flex-wrap: wrap; gap: var(--base); margin: var(--base) 0 0; }
.portal-facts { display: grid; gap: calc(var(--base) * 0.4); margin: 0; }
.portal-facts > div { display: grid; grid-template-columns: 9rem 1fr; gap: calc(var(--base) * 0.6); }
.portal-facts dt { color: var(--theme-elevation-650); }
.portal-facts dd { margin: 0; overflow-wrap: anywhere; }
.portal-trail { margin: 0; padding-inline-start: 1.4em; }
.portal-trail li { padding-bottom: var(--base); }
.portal-trail pre { margin: calc(var(--base) * 0.4) 0 0; padding: calc(var(--base) * 0.5); font-size: 0.9em; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--theme-elevation-50); border-inline-start: 3px solid var(--theme-error-500); }
.portal-trail__hint { margin: calc(var(--base) * 0.4) 0 0; }
.portal-dialog { position: fixed; inset: 0; z-index: 100; display: flex; align-items: center; justify-content: center;
  width: 100%; height: 100%; padding: var(--base); border: 0; background: color-mix(in srgb, #000 45%, transparent); }
.portal-dialog__box { width: min(34rem, 100%); max-height: 100%; padding: calc(var(--base) * 1.6); overflow-y: auto;
  color: var(--theme-text); background: var(--theme-elevation-0); border: 1px solid var(--theme-elevation-150);
  border-radius: var(--style-radius-m); box-shadow: 0 10px 40px rgb(0 0 0 / 30%); }
.portal-dialog h1 { margin: 0 0 calc(var(--base) * 0.6); font-size: 1.4rem; }
.portal-dialog p { margin: 0 0 calc(var(--base) * 0.6); }
.portal-dialog .portal-danger:not(:disabled) { color: #fff; background: var(--theme-error-600); }
.portal-dialog .portal-danger:not(:disabled):hover { background: var(--theme-error-650); }
[data-theme='dark'] .portal-dialog .portal-danger:not(:disabled) { background: var(--theme-error-400); }
.portal-dialog__choice { display: flex; flex-direction: column; gap: calc(var(--base) * 0.5); margin: 0; padding: 0; border: 0; }
.portal-dialog__choice label { display: flex; gap: 0.6em; align-items: center; }
.portal-dialog__choice input[type='radio'] { width: auto; margin: 0; accent-color: var(--theme-text); }
.portal-dialog .portal-dialog__day { display: flex; flex-direction: column; gap: 0.3em; align-items: flex-start;
  max-width: 16rem; padding-inline-start: 1.6em; }
.portal-dialog form > .portal-dialog__day { padding-inline-start: 0; }
.portal-dialog progress { width: 100%; accent-color: var(--theme-success-500); }
.portal-dialog__buttons { display: flex; gap: calc(var(--base) * 0.5); justify-content: flex-end; padding-top: calc(var(--base) * 1.2); }
.portal-alerts .banner { margin-bottom: calc(var(--base) * 0.8); }
.portal-alerts a { color: inherit; }
.portal-alerts .banner--type-error { color: var(--theme-error-750); }
[data-theme='dark'] .portal-alerts .banner--type-error { color: var(--theme-error-850); }
.portal-widget.card { display: flex; flex-direction: column; gap: calc(var(--base) * 0.7); align-items: stretch; width: 100%;
  height: 100%; padding: calc(var(--base) * 1); }
.portal-widget > * { margin: 0; }
.portal-widget header { display: flex; gap: var(--base); align-items: baseline; justify-content: space-between; }
.portal-widget h2 { margin: 0; font-size: 1.2rem; }
.portal-widget .portal-empty { padding: calc(var(--base) * 0.8); }
.portal-widget__note { overflow-wrap: anywhere; }
.portal-chart { margin: 0; }
.portal-chart svg { display: block; width: 100%; height: auto; }
.portal-chart text { font-size: 11px; fill: var(--theme-elevation-650); }
.portal-chart__grid { stroke: var(--theme-elevation-150); stroke-width: 1; }
.portal-chart__hover { fill: transparent; }
.portal-chart g:hover > .portal-chart__hover { fill: var(--theme-elevation-100); }
.portal-chart__sent { fill: var(--theme-success-400); background: var(--theme-success-400); }
.portal-chart__fallback { fill: var(--theme-warning-500); background: var(--theme-warning-500); }
.portal-chart__failed { fill: var(--theme-error-500); background: var(--theme-error-500); }
.portal-chart__legend { display: flex; flex-wrap: wrap; gap: var(--base); margin: 0 0 calc(var(--base) * 0.4); padding: 0; list-style: none; }
.portal-chart__swatch { display: inline-block; width: 0.8em; height: 0.8em; border-radius: 2px; }
.portal-figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); gap: var(--base); }
.portal-figures dt { font-size: 0.9em; color: var(--theme-elevation-650); }
.portal-figures dd { margin: 0; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
.portal-tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: calc(var(--base) * 0.6); padding: 0; list-style: none; }
.portal-tiles a { display: flex; flex-direction: column; padding: calc(var(--base) * 0.6); text-decoration: none;
  background: var(--theme-elevation-100); border-radius: var(--style-radius-m); }
.portal-tiles a:hover { background: var(--theme-elevation-150); }
.portal-tiles strong { font-size: 1.6rem; font-variant-numeric: tabular-nums; }
.portal-failing { display: grid; gap: calc(var(--base) * 0.4); padding: 0; list-style: none; overflow-wrap: anywhere; }
.portal-side { display: flex; flex-direction: column; gap: calc(var(--base) * 0.5); }
.field-type.portal-side { margin-bottom: calc(var(--base) * 1.5); }
.portal-side > * { margin: 0; }
.portal-side h2 { font-size: 1rem; }
.portal-side ol { padding-inline-start: 1.4em; }
.portal-side .portal-trail { padding-top: calc(var(--base) * 0.4); }
.portal-side .banner { margin: 0; }
.portal-secret { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.4); align-items: center; }
.portal-secret input { flex: 1 1 14rem; }
.portal-shown-once { padding: var(--base); border: 1px solid var(--theme-warning-500); border-radius: var(--style-radius-m);
  background: var(--theme-elevation-50); width: 100%; max-width: 60rem; }
.portal-shown-once h2 { margin: 0 0 calc(var(--base) * 0.5); font-size: 1.1rem; overflow-wrap: anywhere; }
.portal-shown-once__value { display: flex; flex-wrap: wrap; gap: calc(var(--base) * 0.5); align-items: center; }
.portal-shown-once__value input { flex: 1 1 24rem; min-width: 0; padding: calc(var(--base) * 0.4); font-family: var(--font-mono); line-height: 1.6;
  color: var(--theme-text); background: var(--theme-input-bg); border: 1px solid var(--theme-elevation-150);
  border-radius: var(--style-radius-s); }
.portal-list__header .portal-shown-once { flex: 1 1 100%; }
`;

/** React puts it into the head once, however many parts ask for it; a package has no other way to bring styles. */
export const PortalStyles = () => (
  <style href="payload-support-portal" precedence="medium">
    {css}
  </style>
);
