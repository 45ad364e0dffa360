import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const interfaces = {
  SupportPortalOptions: 'src/core/options/options.ts',
  'SupportPortalOptions of mail': 'src/features/mail/options.ts',
  'SupportPortalOptions of mail in': 'src/features/inbound/options.ts',
  'SupportPortalOptions of delivery': 'src/features/delivery/options.ts',
  'SupportPortalOptions of the email log': 'src/features/email-log/options.ts',
  'HookOptions of the email log': 'src/features/email-log/options.ts',
  'HookOptions of tickets': 'src/features/tickets/options.ts',
  'SupportPortalOptions of tickets': 'src/features/tickets/options.ts',
  'SupportPortalOptions of files': 'src/features/files/options.ts',
  'SupportPortalOptions of webhooks': 'src/features/webhooks/options.ts',
  'SupportPortalOptions of tools': 'src/features/tools/options.ts',
  ClientOptions: 'src/features/client-sessions/options.ts',
  ClientPagesOptions: 'src/features/client-sessions/options.ts',
  CollectionOptions: 'src/core/options/collections.ts',
  OpenableOptions: 'src/core/options/collections.ts',
  PeopleOptions: 'src/core/options/collections.ts',
  SmtpTransportOptions: 'src/features/mail/chain/transports/smtp/options.ts',
  TransportLimits: 'src/features/mail/chain/transport.ts',
  ProxyTransportOptions: 'src/features/mail/chain/transports/proxy.ts',
  PhpmailTransportOptions: 'src/features/mail/chain/transports/phpmail.ts',
};

/** The members of an interface, wherever a file declares it: by itself, or to extend another module's. */
const membersOf = (title: string, file: string): readonly ts.TypeElement[] => {
  const [name] = title.split(' ');
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const statements = source.statements.flatMap((statement) =>
    ts.isModuleDeclaration(statement) && statement.body && ts.isModuleBlock(statement.body)
      ? [...statement.body.statements]
      : [statement],
  );
  const found = statements.filter(ts.isInterfaceDeclaration).find((one) => one.name.text === name);
  return found?.members ?? [];
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
