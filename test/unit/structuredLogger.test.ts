import { structuredLogger } from 'payload-support-portal';
import { describe, expect, it } from 'vitest';

/** The error of a line, as the log tells it. */
const told = (error: Error): unknown => {
  const logger = structuredLogger();
  return logger.options.serializers?.err?.(error);
};

/** Classes as a build for production leaves them: their names are shortened. */
class e extends Error {}
class t extends e {
  override readonly name = 'RejectedDestination';
}
class n extends Error {
  override readonly name = this.constructor.name;
}

class QueryTimeout extends Error {
  override readonly name: string = 'error';
}

describe('the kind of an error in the log', () => {
  it.each<[string, Error, string]>([
    ['its own name, in a build for production too', new t('No.'), 'RejectedDestination'],
    ['that of its class, if its name says nothing', new QueryTimeout('Too late.'), 'QueryTimeout'],
    ['that of the language', new TypeError('No function.'), 'TypeError'],
    ['no letter in place of a class', new e('No.'), 'Error'],
    ['no letter in place of a name', new n('No.'), 'Error'],
  ])('is %s', (_, error, type) => {
    expect(told(error)).toMatchObject({ type, message: error.message });
  });
});
