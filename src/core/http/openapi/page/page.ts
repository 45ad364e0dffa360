import { type Html, html } from '../../../shared/text/html.ts';
import type { OpenApiDocument } from '../documentTypes.ts';
import { renderFields } from './fields.ts';
import { inline, markdown } from './markdown.ts';
import { renderOperation, type Shown } from './operation.ts';
import { style } from './style.ts';

/** The document as a page for people. */
export const renderPage = (document: OpenApiDocument): string => {
  const groups = groupsOf(document);
  const { title, description } = document.info;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: API</title>
<style>${{ html: style }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="layout">
<nav aria-label="Operations">
<a href="#content"><strong>${title}: API</strong></a>
${groups.map(renderContents)}
<h2>Shared</h2>
<ul><li><a href="#errors">Errors</a></li><li><a href="#credentials">Credentials</a></li><li><a href="#records">Records</a></li></ul>
</nav>
<main id="content" tabindex="-1">
<h1>${title}: API</h1>
${markdown(description)}
<p>Base address: <code>${document.servers[0]?.url}</code>. As OpenAPI 3.1: <a href="openapi.json">openapi.json</a>.</p>
${renderCredentials(document)}
${groups.map((group) => renderGroup(group, document))}
${renderErrors(document)}
${renderRecords(document)}
</main>
</div>
</body>
</html>
`;
  return page.html;
};

interface Group {
  readonly name: string;
  readonly description: string;
  readonly operations: readonly Shown[];
}

const groupsOf = ({ paths, tags, webhooks }: OpenApiDocument): Group[] => {
  const requests = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Shown => ({ method, path, operation, kind: 'request' })),
  );
  const events = Object.entries(webhooks).map(
    ([path, { post }]): Shown => ({ method: 'post', path, operation: post, kind: 'event' }),
  );
  return tags.map(({ name, description }) => ({
    name,
    description,
    operations: [...requests, ...events].filter(({ operation }) => operation.tags.includes(name)),
  }));
};

const renderContents = ({ name, operations }: Group): Html => html`<h2>${name}</h2>
<ul>${operations.map(
  ({ operation }) =>
    html`<li><a href="#${operation.operationId}">${operation.summary.replace(/\.( .*)?$/, '')}</a></li>`,
)}</ul>`;

const renderGroup = ({ name, description, operations }: Group, document: OpenApiDocument): Html =>
  html`<section aria-label="${name}"><h2>${name}</h2><p>${inline(description)}</p>
${operations.map((shown) => renderOperation(shown, document))}</section>`;

const renderCredentials = ({
  components,
}: OpenApiDocument): Html => html`<h2 id="credentials">Credentials</h2>
<div class="scroll"><table><thead><tr><th scope="col">Name</th><th scope="col">What it is</th></tr></thead><tbody>
${Object.entries(components.securitySchemes).map(
  ([name, { description }]) =>
    html`<tr><td><code>${name}</code></td><td>${inline(String(description))}</td></tr>`,
)}</tbody></table></div>`;

const renderErrors = ({ components }: OpenApiDocument): Html => {
  const examples = Object.values(components.responses).flatMap((response) => {
    const { examples = {} } = response.content?.['application/json'] ?? {};
    return Object.entries(examples).map(([code, { value }]) => [code, value] as const);
  });
  return html`<h2 id="errors">Errors</h2>
${[...new Map(examples)].map(
  ([code, value]) =>
    html`<h3 id="error-${code}"><a href="#error-${code}">${code}</a></h3><pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`,
)}`;
};

const renderRecords = ({ components: { schemas } }: OpenApiDocument): Html => {
  const records = Object.entries(schemas).filter(([name]) => !/(Error|Problem|Event)$/.test(name));
  return html`<h2 id="records">Records</h2>
${records.map(
  ([name, schema]) =>
    html`<h3 id="schema-${name}"><a href="#schema-${name}">${name}</a></h3>${renderFields(schema)}`,
)}`;
};
