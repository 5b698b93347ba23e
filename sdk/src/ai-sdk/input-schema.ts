/** How the AI SDK marks schemas that it takes as they are; registered, so that no import is needed. */
const MARK: symbol = Symbol.for('vercel.ai.schema')

/** A Standard Schema with the JSON Schema that a model is shown. */
export interface InputSchema<Input> {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: 'footnote'
    readonly validate: (value: unknown) => { readonly value: Input }
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>
      readonly output: () => Record<string, unknown>
    }
    readonly types?: { readonly input: unknown; readonly output: Input } | undefined
  }
}

/**
 * What a tool takes. Values are not checked here: the API does it, for free, and tells a model every
 * problem at once. The mark keeps the AI SDK from closing objects that are open, such as a schema.
 */
export function inputSchema<Input>(jsonSchema: Record<string, unknown>): InputSchema<Input> {
  const schema = {
    [MARK]: true,
    jsonSchema,
    validate: (value: unknown) => ({ success: true, value: value as Input }),
    '~standard': {
      version: 1,
      vendor: 'footnote',
      validate: (value: unknown) => ({ value: value as Input }),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  } as const
  return schema
}
