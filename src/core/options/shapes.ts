import { z } from 'zod';

// The parts that the checks of options are made of.

export const callable = z.custom((value) => typeof value === 'function', 'has to be a function.');
export const callables = z.array(callable, 'has to be a list of functions.');
export const text = z.string('has to be a text.').regex(/\S/, 'has to be a text.');
export const flag = z.boolean('has to be true or false.');
export const texts = z.array(text, 'has to be a list of texts.');

export const wholeFrom = (least: number) => {
  const message = `has to be a whole number of ${least} or more.`;
  return z.int(message).min(least, message);
};

/** A shape that knows every option of a type, so that a new one cannot be forgotten. */
export type ShapeOf<Options> = Record<keyof Required<Options>, z.ZodType>;

export const group = <Options>(shape: ShapeOf<Options>) =>
  z.strictObject(shape as Record<string, z.ZodType>, { error: groupError }).optional();

const groupError = ({ code }: z.core.$ZodRawIssue): string | undefined =>
  code === 'invalid_type' ? 'has to be an object.' : undefined;

/** The value of a part of something that may be no object. */
export const partOf = (value: unknown, part: string): unknown => Reflect.get(Object(value), part);
