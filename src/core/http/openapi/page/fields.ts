import { type Html, html, type Part } from '../../../shared/text/html.ts';
import type { JsonSchema, Parameter } from '../documentTypes.ts';
import { nameIn, propertiesOf, requiredOf } from '../schemas.ts';

/** A schema as a table of its fields; one of several shapes as a table each. */
export const renderFields = (schema: JsonSchema): Part => {
  if (typeof schema.$ref === 'string') return html`<p>${typeOf(schema)}</p>`;
  const choices = (schema.anyOf ?? []) as readonly JsonSchema[];
  if (choices.length > 0) return choices.map((choice) => renderFields(choice));
  const required = requiredOf(schema);
  const rows = propertiesOf(schema).map(([name, property]) =>
    row(name, property, required.includes(name), property.description),
  );
  return rows.length > 0 && table(rows);
};

export const renderParameters = (parameters: readonly Parameter[]): Html =>
  table(
    parameters.map(({ name, in: place, required, description, schema }) =>
      row(name, schema, required, description, place),
    ),
  );

const table = (rows: readonly Html[]): Html => html`<div class="scroll"><table>
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;

const row = (name: string, schema: JsonSchema, isRequired: boolean, meaning: unknown, place?: string): Html =>
  html`<tr><td><code>${name}</code>${place && html`<br><span class="soft">${place}</span>`}${
    isRequired && html`<br><span class="soft">required</span>`
  }</td><td>${typeOf(schema)}</td><td>${typeof meaning === 'string' && inline(meaning)}</td></tr>`;

const typeOf = (schema: JsonSchema): Part => {
  if (typeof schema.$ref === 'string') {
    const name = nameIn(schema.$ref);
    return html`<a href="#schema-${name}">${name}</a>`;
  }
  const choices = (schema.anyOf ?? []) as readonly JsonSchema[];
  if (choices.length > 0) return choices.map((choice, index) => [index > 0 && ' or ', typeOf(choice)]);
  if (schema.type === 'array') return ['array of ', typeOf((schema.items ?? {}) as JsonSchema)];
  if (schema.const !== undefined) return html`<code>${String(schema.const)}</code>`;
  if (Array.isArray(schema.enum))
    return schema.enum.map((value, index) => [index > 0 && ', ', html`<code>${String(value)}</code>`]);
  const types = Array.isArray(schema.type) ? schema.type.join(' or ') : String(schema.type ?? 'any');
  return [
    types,
    typeof schema.format === 'string' && ` (${schema.format})`,
    html`<span class="soft">${limitsOf(schema)}</span>`,
  ];
};

const limitsOf = ({ minLength, maxLength, minimum, maximum }: JsonSchema): string => {
  const least = minLength ?? minimum;
  const most = maxLength ?? maximum;
  const unit = maxLength === undefined ? '' : ' characters';
  if (least !== undefined && most !== undefined) return `, ${least} to ${most}${unit}`;
  if (most !== undefined) return `, at most ${most}${unit}`;
  return least === undefined ? '' : `, from ${least}`;
};

/** The little Markdown that descriptions use: paragraphs and `code`. */
export const markdown = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((paragraph) => html`<p>${inline(paragraph)}</p>`)}`;

export const inline = (text: string): Part =>
  text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
