import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { en as coreTexts } from '../../../src/core/texts/en/index.ts';
import { features } from '../../../src/features.ts';
import { de, en } from '../../support/texts.ts';

type Tree = { readonly [key: string]: string | Tree };

const leavesOf = (tree: Tree, path = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value]] : leavesOf(value, `${path}${key}:`),
  );

const namesIn = (text: string): string[] => [...text.matchAll(/\{\{.*?\}\}/g)].map(([name]) => name).sort();

it('each text is declared once, by core or by one feature', () => {
  const trees = [coreTexts, ...features.map(({ texts }) => texts?.en ?? {})];
  const keys = trees.flatMap((tree) => leavesOf(tree).map(([key]) => key));
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
});

describe('the German texts', () => {
  const german = new Map(leavesOf(de as unknown as Tree));

  it.each(leavesOf(en as unknown as Tree))('have %s with the values of the English one', (key, text) => {
    expect(german.get(key)).toBeTruthy();
    expect(namesIn(german.get(key) ?? '')).toEqual(namesIn(text));
  });

  it('have no others', () => {
    expect([...german.keys()]).toEqual(leavesOf(en as unknown as Tree).map(([key]) => key));
  });
});

/** Attributes and properties whose values are read by people. */
const readNames = new Set(
  [
    'alt',
    'aria-label',
    'aria-description',
    'busyLabel',
    'description',
    'heading',
    'hint',
    'label',
    'message',
  ].concat(['placeholder', 'plural', 'singular', 'term', 'title', 'says', 'words', 'confirmLabel', 'noun']),
);

/** Two words in a row, of which at least one is not of SQL or CSS: what people read, and no key. */
const isSentence = (text: string): boolean =>
  /[A-Za-z’]{2,}[,.:;]? [a-zA-Z“‘(]/.test(text) &&
  !/^\W*(select|insert|update|delete|with|where|order|from|coalesce|count|calc|rgb|var|and|or|not)\b/.test(
    text,
  ) &&
  !/^[\w-]+( [\w-]+)*$/.test(text.replace(/\bportal-\S+/g, '')) === true;

const textOf = (node: ts.Node): string | null => {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('…');
  return null;
};

const nameOf = (node: ts.Node): string | null => {
  if (ts.isJsxAttribute(node)) return node.name.getText();
  if (ts.isPropertyAssignment(node)) return node.name.getText().replaceAll("'", '');
  return null;
};

/** The property or attribute that a text is the value of, also if it is one of two by a condition. */
const holderOf = (node: ts.Node): string | null => {
  const { parent } = node;
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return holderOf(parent);
  if (
    ts.isBinaryExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isJsxExpression(parent) ||
    ts.isAsExpression(parent)
  )
    return holderOf(parent);
  return nameOf(parent);
};

const isModuleName = ({ parent }: ts.Node): boolean =>
  ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent);

/** The texts of a file that people read and that no one can translate, each with its line. */
const untranslated = (file: string): string[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const add = (node: ts.Node, text: string) =>
    found.push(
      `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${text.trim().replace(/\s+/g, ' ')}`,
    );
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || isModuleName(node)) return;
    if (ts.isJsxText(node) && /\p{L}{2,}/u.test(node.text)) add(node, node.text);
    const text = textOf(node);
    if (text !== null && !ts.isImportDeclaration(node.parent)) {
      const holder = holderOf(node);
      const isRead = holder !== null && readNames.has(holder) && /\p{L}{2,}/u.test(text);
      if (holder !== 'className' && (isRead || isSentence(text))) add(node, text);
    }
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(source, visit);
  return found;
};

/** Names that are the same in each language, and texts for the log of the server. */
const same = new Set([
  'payload-support-portal',
  'Amazon SES',
  'Mailgun',
  'Postmark',
  'Resend',
  'SendGrid',
  'Slack',
  'JSON',
  'URL',
  'OAuth 2.0',
  'POST',
  'UTC',
]);

const files = ['src/core/ui', 'src/features', 'collections'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && (folder !== 'src/features' || name.includes('/admin/')))
    .map((name) => join(folder, name)),
);

it.each(files)('%s has no text that only English readers understand', (file) => {
  expect(untranslated(file).filter((line) => !same.has(line.slice(line.indexOf(' ') + 1)))).toEqual([]);
});
