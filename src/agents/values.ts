import * as z from 'zod/mini';
import { ExactNumber } from '../core/exactJson';

/** A tool's input: an object of any values, taken as it is. `z.record` would copy it, and leave out the name `__proto__`. */
export const Values = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber),
);
