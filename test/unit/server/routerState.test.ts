import { parseAndValidateFlightRouterState } from 'next/dist/server/app-render/parse-and-validate-flight-router-state.js';
import { expect, test } from 'vitest';
import { hasMalformedState } from '../../../src/server/http/respondOverNext.ts';

const isMalformed = (given: string) => hasMalformedState({ 'next-router-state-tree': given });

const isRefusedByNext = (given: string): boolean => {
  try {
    parseAndValidateFlightRouterState(given);
    return false;
  } catch {
    return true;
  }
};

const page = '["__PAGE__",{}]';
const kinds = ['c', 'oc', 'd', 'ci(.)', 'di(..)', 'ci(...)', 'di(..)(..)'];

test.each([
  '["",{}]',
  encodeURIComponent(
    `["",{"children":["admin",{"children":[["segments","","oc",null],{"children":${page}}]}]}]`,
  ),
  '["",{},null,null]',
  '["",{},["/admin","?a=1"],"refetch",16,"x"]',
  '["",{},null,"inside-shared-layout"]',
  '["",{},null,"metadata-only",null]',
  ...kinds.map((kind) => `[["id","1","${kind}",["new"]],{}]`),
])('Next reads the state %s', (given) => {
  expect([isMalformed(given), isRefusedByNext(given)]).toEqual([false, false]);
});

test.each([
  '',
  'null',
  '{}',
  '1',
  '%zz',
  '%5B',
  '[]',
  '[1,{}]',
  '["",1]',
  '["",{"children":1}]',
  '["",{},1]',
  '["",{},["/admin"]]',
  '["",{},null,"other"]',
  '["",{},null,null,"1"]',
  '["",{},null,null,1,null]',
  '["",{},null,null,1,"x",7]',
  '[["id","1","x",null],{}]',
  '[["id","1","oci(.)",null],{}]',
  '[["id","1","d"],{}]',
  '["",{}], ["",{}]',
])('Next does not read the state %s', (given) => {
  expect([isMalformed(given), isRefusedByNext(given)]).toEqual([true, true]);
});

test('a request without a state has no malformed one', () => {
  expect(hasMalformedState({})).toBe(false);
});
