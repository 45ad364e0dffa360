import { webpackStandalone } from '../package/kinds.ts';
import { makeHost } from './host.ts';
import { describeRefusedCommits } from './refusedCommits.ts';
import { describeStop, describeWork } from './work.ts';

const host = makeHost(webpackStandalone);

describeWork(host);
describeRefusedCommits(host);
describeStop(host);
