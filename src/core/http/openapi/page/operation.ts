import { type Html, html, type Part } from '../../../shared/text/html.ts';
import type { DescribedOperation, Json, JsonSchema, OpenApiDocument } from '../documentTypes.ts';
import { exampleOf } from '../examples.ts';
import { nameIn, propertiesOf, requiredOf, resolveSchema } from '../schemas.ts';
import { renderFields, renderParameters } from './fields.ts';
import { inline, markdown } from './markdown.ts';

/** One operation, or one event, as the page shows it. */
export interface Shown {
  readonly kind: 'request' | 'event';
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

export const renderOperation = (shown: Shown, document: OpenApiDocument): Html => {
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
