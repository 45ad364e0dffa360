import { type Html, html, type Part } from '../../../shared/text/html.ts';
import type { DescribedOperation, Json, JsonSchema, OpenApiDocument } from '../documentTypes.ts';
import { exampleOf } from '../examples.ts';
import { nameIn, propertiesOf, requiredOf, resolveSchema } from '../schemas.ts';
import { inline, markdown, renderFields, renderParameters } from './fields.ts';
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

/** One operation, or one event, as the page shows it. */
interface Shown {
  readonly kind: 'request' | 'event';
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

const renderOperation = (shown: Shown, document: OpenApiDocument): Html => {
  const { kind, method, path, operation } = shown;
  const { operationId, summary, description, parameters = [] } = operation;
  return html`<article aria-labelledby="${operationId}">
<h3 id="${operationId}">${kind === 'request' && html`<span class="method ${method}">${method.toUpperCase()}</span>`}
<a href="#${operationId}">${path}</a></h3>
<p><strong>${inline(summary)}</strong></p>
${markdown(description)}
${parameters.length > 0 && html`<h4>${kind === 'event' ? 'Headers' : 'Parameters'}</h4>${renderParameters(parameters)}`}
${renderBody(shown, document)}
${kind === 'request' && html`<h4>Example</h4>${code(curlOf(shown, document))}`}
${renderResponses(operation, document)}
</article>`;
};

const renderBody = ({ kind, operation }: Shown, { components }: OpenApiDocument): Part =>
  Object.entries(operation.requestBody?.content ?? {}).map(
    ([type, { schema, example }]) => html`<h4>Body, <code>${type}</code></h4>
${renderFields(resolveSchema(schema, components.schemas))}
${kind === 'event' && code(JSON.stringify(example, null, 2))}`,
  );

const renderResponses = ({ responses }: DescribedOperation, document: OpenApiDocument): Html => {
  const shared = document.components.responses;
  const shown = Object.entries(responses).map(([status, response]) => {
    const found = '$ref' in response ? shared[nameIn(response.$ref)] : response;
    const { description = '', content } = found ?? {};
    return { status, description, example: content?.['application/json']?.example };
  });
  return html`<h4>Answers</h4>
${shown.map(({ example }) => example !== undefined && code(JSON.stringify(example, null, 2)))}
<div class="scroll"><table><thead><tr><th scope="col">Status</th><th scope="col">When</th></tr></thead><tbody>
${shown.map(({ status, description }) => html`<tr><td>${status}</td><td>${inline(description)}</td></tr>`)}
</tbody></table></div>`;
};

const curlOf = ({ method, path, operation }: Shown, { components, servers }: OpenApiDocument): string => {
  const { parameters = [], requestBody, security = [] } = operation;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.name === name && one.in === 'path');
    return String(parameter ? exampleOf(parameter.schema, components.schemas, name) : name);
  });
  const required = parameters.filter((one) => one.in === 'query' && one.required);
  const query = required.map(({ name }) => `${name}=…`).join('&');
  const url = `${servers[0]?.url}${address}${query && `?${query}`}`;
  const content = requestBody?.content ?? {};
  const json = content['application/json']?.example;
  const credential = security.some((one) => 'apiKey' in one) ? '$API_KEY' : '$SESSION_TOKEN';
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}'${url}'`,
    ...(security.length > 0 ? [`-H "Authorization: Bearer ${credential}"`] : []),
    ...(json === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(json)}`]),
    ...partsOf(content['multipart/form-data']?.schema, components.schemas),
  ].join(' \\\n  ');
};

const partsOf = (form: JsonSchema = {}, schemas: Readonly<Record<string, JsonSchema>>): string[] =>
  propertiesOf(form)
    .filter(([name]) => requiredOf(form).includes(name))
    .map(([name, part]) =>
      part.format === 'binary' ? `-F ${name}=@log.txt` : `-F ${name}=${exampleOf(part, schemas, name)}`,
    );

const quoted = (json: Json): string => `'${JSON.stringify(json).replaceAll("'", "'\\''")}'`;

const code = (text: string): Html => html`<pre tabindex="0"><code>${text}</code></pre>`;
