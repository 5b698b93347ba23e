/**
 * The values that a JSON Schema describes, as far as types can say it; otherwise `unknown`. Every
 * property is there, since the service takes no schema whose properties are not all required.
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

/** How OpenAPI 3.0 says that a value may be null. */
type NullOf<Schema> = Schema extends { readonly nullable: true } ? null : never
