import { type ToolName, toolDefinitions } from './tool-definitions.ts'
import { type ToolFailure, toolFailure } from './tool-failure.ts'

/** Marks a schema that the AI SDK uses unchanged; a registered symbol needs no import. */
const MARK: symbol = Symbol.for('vercel.ai.schema')

/** Standard Schema of a tool's input, with the JSON Schema for the model. */
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

/** Tool for the AI SDK. It returns errors as outputs, so that a model can act on them. */
export interface FootnoteTool<Input, Output> {
  readonly description: string
  readonly inputSchema: InputSchema<Input>
  readonly execute: (
    input: Input,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<Output | ToolFailure>
}

/** Creates the named tool. */
export function footnoteTool<Input, Output>(
  name: ToolName,
  run: (input: Input, signal: AbortSignal | undefined) => Promise<Output | ToolFailure>,
): FootnoteTool<Input, Output> {
  const { description, inputSchema: schema } = toolDefinitions[name]
  return {
    description,
    inputSchema: inputSchema(schema),
    execute: (input, { abortSignal }) => run(input, abortSignal).catch(toolFailure),
  }
}

/**
 * Creates the input schema of a tool. The API checks the values, free of charge, and reports every problem
 * at once. The mark keeps the AI SDK from adding additionalProperties: false to objects that are open.
 */
function inputSchema<Input>(jsonSchema: Record<string, unknown>): InputSchema<Input> {
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
