import type { buildConfig } from 'payload';
import {
  defineTool,
  type PortalTool,
  type SupportPortalOptions,
  supportPortal,
  z,
} from 'payload-support-portal';
import { describe, expect, it } from 'vitest';
import { z as z3 } from 'zod/v3';

const tool = (over: Partial<PortalTool> = {}): PortalTool => ({
  ...defineTool({
    name: 'weather',
    description: 'Tells the weather.',
    input: z.strictObject({ city: z.string().describe('Where.') }),
    output: z.strictObject({ words: z.string() }),
    access: () => true,
    run: ({ city }) => ({ words: `Rain in ${city}` }),
  }),
  ...over,
});

const start = (options: Parameters<typeof supportPortal>[0]) =>
  supportPortal(options)({ secret: 'x', db: {} } as Parameters<typeof buildConfig>[0]);

describe('an option that is wrong stops the start with a sentence that names it', () => {
  it.each([
    [
      'a name of the portal',
      { tools: [tool({ name: 'get_ticket' })] },
      'the option tools names two tools get_ticket.',
    ],
    ['a name twice', { tools: [tool(), tool()] }, 'the option tools names two tools weather.'],
    [
      'a name that is none',
      { tools: [tool({ name: 'the weather' })] },
      'the option tools names a tool "the weather"',
    ],
    ['an empty name', { tools: [tool({ name: '' })] }, 'the option tools names a tool ""'],
    ['a name too long', { tools: [tool({ name: 'x'.repeat(65) })] }, 'the option tools names a tool "xxx'],
    [
      'no description',
      { tools: [tool({ description: ' ' })] },
      'the option tools has a tool weather without a',
    ],
    [
      'input that takes anything',
      { tools: [tool({ input: z.object({ city: z.string().describe('Where.') }) })] },
      'whose input is not a z.strictObject',
    ],
    [
      'a parameter without a description',
      { tools: [tool({ input: z.strictObject({ city: z.string() }) })] },
      'whose input city has no description',
    ],
    [
      'input that JSON cannot hold',
      { tools: [tool({ input: z.strictObject({ day: z.date().describe('When.') }) })] },
      'whose input JSON Schema cannot express',
    ],
    [
      'output that is no object',
      { tools: [tool({ output: z.array(z.string()) as unknown as z.ZodObject })] },
      'whose output is not an object',
    ],
    [
      'input of zod 3',
      { tools: [tool({ input: z3.object({ city: z3.string() }).strict() as unknown as z.ZodObject })] },
      'whose input is not a schema of zod 4: build it with the z that payload-support-portal exports.',
    ],
    [
      'output of zod 3',
      { tools: [tool({ output: z3.object({ words: z3.string() }) as unknown as z.ZodObject })] },
      'whose output is not a schema of zod 4',
    ],
    ['no output', { tools: [{ ...tool(), output: undefined }] }, 'whose output is not a schema of zod 4'],
    [
      'no access',
      { tools: [{ ...tool(), access: undefined }] },
      'the option tools.0.access has to be a function.',
    ],
    ['no name', { tools: [{ ...tool(), name: undefined }] }, 'the option tools names a tool undefined'],
    ['null', { tools: [null] }, 'the option tools.0 has to be a tool, as defineTool makes them.'],
    [
      'a bridge to nothing',
      { mcp: { tools: ['nothing'] } },
      'the option mcp.tools names "nothing", which is not a tool.',
    ],
    [
      'a bridge to an inherited name',
      { mcp: { tools: ['constructor'] } },
      'the option mcp.tools names "constructor"',
    ],
  ])('%s', (_what, options, sentence) => {
    expect(() => start(options as SupportPortalOptions)).toThrow(sentence);
  });

  it('and one that is right does not', () => {
    expect(() => start({ tools: [tool()], mcp: { tools: ['weather', 'get_ticket'] } })).not.toThrow();
  });
});
