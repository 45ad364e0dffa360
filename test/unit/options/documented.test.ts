import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const interfaces = {
  SupportPortalOptions: 'src/core/options/options.ts',
  CollectionOptions: 'src/core/options/collections.ts',
  OpenableOptions: 'src/core/options/collections.ts',
  PeopleOptions: 'src/core/options/collections.ts',
  SmtpTransportOptions: 'src/features/mail/transports/smtp/options.ts',
  TransportLimits: 'src/features/mail/transport.ts',
  ProxyTransportOptions: 'src/features/mail/transports/proxy.ts',
  PhpmailTransportOptions: 'src/features/mail/transports/phpmail.ts',
};

const membersOf = (name: string, file: string): readonly ts.TypeElement[] => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const found = source.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === name,
  );
  return (found as ts.InterfaceDeclaration).members;
};

/** The options of a group are what is documented, not the group. */
const leavesOf = (members: readonly ts.TypeElement[]): ts.PropertySignature[] =>
  members.filter(ts.isPropertySignature).flatMap((member) => {
    const { type } = member;
    return type && ts.isTypeLiteralNode(type) ? leavesOf(type.members) : [member];
  });

const lacksOf = (member: ts.PropertySignature): string[] => {
  const hasComment = ts.getJSDocCommentsAndTags(member).some((doc) => ts.isJSDoc(doc) && doc.comment);
  const hasDefault = ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'default');
  const name = member.name.getText();
  return [
    ...(hasComment ? [] : [`${name}: what it does`]),
    ...(member.questionToken && !hasDefault ? [`${name}: its default`] : []),
  ];
};

describe.each(Object.entries(interfaces))('%s', (name, file) => {
  it('says of each option what it does, and of each that may be left out its default', () => {
    const leaves = leavesOf(membersOf(name, file));
    expect(leaves.length).toBeGreaterThan(0);
    expect(leaves.flatMap(lacksOf)).toEqual([]);
  });
});
