import { type InputSchema, inputSchema } from './input-schema.ts'
import { type ToolName, toolDefinitions } from './tool-definitions.ts'
import { type ToolFailure, toolFailure } from './tool-failure.ts'

/** A tool of the AI SDK. Errors are outputs like any other: a model can act on them. */
export interface FootnoteTool<Input, Output> {
  readonly description: string
  readonly inputSchema: InputSchema<Input>
  readonly execute: (
    input: Input,
    options: { readonly abortSignal?: AbortSignal | undefined },
  ) => Promise<Output | ToolFailure>
}

/** One of the defined tools, with what it does. */
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
