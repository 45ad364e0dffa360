import { describe, expect, it } from 'vitest';
import {
  canonicalAddress,
  foldAddress,
  isSameAddress,
  notationsOf,
} from '../../../src/core/shared/addresses/notations.ts';

const [unicode, ascii] = ['uni@bücher.example', 'uni@xn--bcher-kva.example'];

describe.each([
  unicode,
  ascii,
  'Uni@BÜCHER.example',
  'UNI@XN--BCHER-KVA.Example',
  'uni@bu\u0308cher.example',
  'uni@ｂücher.example',
])('%s', (address) => {
  it('is the same address as in all other notations, and has one canonical form', () => {
    expect(canonicalAddress(address)).toBe(ascii);
    expect([unicode, ascii].map((other) => isSameAddress(address, other))).toEqual([true, true]);
  });

  it('is stored in one of the two notations that a search looks for', () => {
    expect(notationsOf(ascii)).toContain(foldAddress(address));
    expect(notationsOf(foldAddress(address)).toSorted()).toEqual([unicode, ascii]);
  });
});

it('an address in ASCII has one notation, whose local part keeps its case', () => {
  expect(notationsOf('Ann@Example.com')).toEqual(['Ann@example.com']);
});

it('a domain has notations as well', () => {
  expect(notationsOf('bücher.example')).toEqual(['bücher.example', 'xn--bcher-kva.example']);
});

it.each([
  ['uni@bücher.example', 'uni@bucher.example'],
  ['uni@bücher.example', 'uni@mail.bücher.example'],
  ['ünï@bücher.example', 'uni@bücher.example'],
  ['uni@bücher.example', 'uni@bücher.example/.evil.example'],
  // The Kelvin sign, whose small letter is `k`.
  ['\u212aim@example.com', 'kim@example.com'],
  ['ann@1.2', 'ann@1.0.0.2'],
  // A Punycode label that decodes to ASCII, which no registry issues.
  ['ann@xn--example-.com', 'ann@example.com'],
  ['ann@xn--example-.xn--com-', 'ann@example.com'],
  ['ann@bücher.xn--example-.com', 'ann@bücher.example.com'],
  // Characters that the ASCII notation leaves out.
  ['ann@xn--example-\ufe0f.com', 'ann@example.com'],
  ['ann@xn--example-\u034f.com', 'ann@example.com'],
  // No host names, of which a parser of URLs reads the beginning.
  ['ann@xn--bcher-kva.example/.evil.ü.example', 'ann@bücher.example'],
  ['ann@xn--bcher-kva.example?.evil.ü.example', 'ann@bücher.example'],
  ['ann@xn--bcher-kva.example#.evil.ü.example', 'ann@bücher.example'],
  ['ann@b%C3%BCcher.example', 'ann@bücher.example'],
])('%s is another address than %s', (one, other) => {
  expect(isSameAddress(one, other)).toBe(false);
  expect(notationsOf(one)).not.toContain(other);
  expect([foldAddress(one), ...notationsOf(foldAddress(one))]).not.toContain(other);
});
