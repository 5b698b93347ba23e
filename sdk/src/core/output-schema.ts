import type { FromJsonSchema } from './from-json-schema.ts'

/** What libraries such as zod share (standardschema.dev), as far as it is used here. */
export interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string
    readonly types?: { readonly output: unknown } | undefined
    readonly jsonSchema?: { input(options: { target: 'draft-2020-12' }): object } | undefined
    readonly validate?: ((value: unknown) => unknown) | undefined
  }
}

/** A schema of zod (from 4.2) or another library of the standard, a TypeBox or a plain JSON Schema. */
export type OutputSchema = object

export function isStandard(schema: OutputSchema): schema is StandardSchema {
  return '~standard' in schema
}

/** A report of which nobody has said with which schema it was asked for. */
export type AnyContent = string | Record<string, unknown>

/** What a report is when it was asked for with this schema; a text when with none. */
export type ContentOf<Schema> = [Schema] extends [never]
  ? string
  : Schema extends { readonly '~standard': { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly output: infer Content }
      ? Content
      : unknown
    : FromJsonSchema<Schema>
