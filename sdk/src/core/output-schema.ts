/** The part of Standard Schema (standardschema.dev) that the SDK uses. */
export interface StandardSchema {
  readonly '~standard': {
    readonly vendor: string
    readonly types?: { readonly output: unknown } | undefined
    readonly jsonSchema?: { input(options: { target: 'draft-2020-12' }): object } | undefined
    readonly validate?: ((value: unknown) => unknown) | undefined
  }
}

/** Schema for structured output: zod 4.2 or newer, another Standard JSON Schema library, TypeBox, or plain JSON Schema. */
export type OutputSchema = object

export function isStandard(schema: OutputSchema): schema is StandardSchema {
  return '~standard' in schema
}

/** Content of a report whose schema is not known at compile time. */
export type AnyContent = string | Record<string, unknown>

/** Type of the report for a schema; `string` without one. */
export type ContentOf<Schema> = [Schema] extends [never]
  ? string
  : Schema extends { readonly '~standard': { readonly types?: infer Types } }
    ? NonNullable<Types> extends { readonly output: infer Content }
      ? Content
      : unknown
    : FromJsonSchema<Schema>

/**
 * Type of the values that a JSON Schema describes, or `unknown` if types cannot express it. No property
 * is optional, because the service requires every property to be required.
 */
export type FromJsonSchema<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Member)[] }
      ? FromJsonSchema<Member>
      : Schema extends { readonly type: infer Type }
        ? FromType<Type extends readonly (infer Each)[] ? Each : Type, Schema> | NullOf<Schema>
        : unknown

type FromType<Type, Schema> = Type extends 'object'
  ? FromObject<Schema>
  : Type extends 'array'
    ? FromArray<Schema>
    : Type extends keyof Scalars
      ? Scalars[Type]
      : unknown

interface Scalars {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type FromObject<Schema> = Schema extends { readonly properties: infer Properties }
  ? { -readonly [Name in keyof Properties]: FromJsonSchema<Properties[Name]> }
  : Record<string, unknown>

type FromArray<Schema> = Schema extends { readonly items: infer Items }
  ? FromJsonSchema<Items>[]
  : unknown[]

/** Nullable values as written in OpenAPI 3.0. */
type NullOf<Schema> = Schema extends { readonly nullable: true } ? null : never
