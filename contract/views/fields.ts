import { z } from 'zod';

/** Building blocks that several views share. A column that can be empty is nullable, never optional: the database always sends it. */
export const text = z.string();
export const textOrNull = z.string().nullable();
export const number = z.number();
export const numberOrNull = z.number().nullable();
export const int = z.int();
export const intOrNull = z.int().nullable();
/** ISO 8601 with offset, as PostgreSQL prints timestamptz in JSON. */
export const timestamp = z.string();
export const timestampOrNull = z.string().nullable();
export const uuid = z.guid();
export const uuidOrNull = z.guid().nullable();
