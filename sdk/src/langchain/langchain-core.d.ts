/**
 * The part of @langchain/core that the tools use. The package is not installed with this repository; the guide's
 * example is compiled and run with it.
 */
declare module '@langchain/core/tools' {
  interface ToolFields {
    readonly name: string
    readonly description: string
    readonly schema: Record<string, unknown>
    readonly func: (
      input: never,
      runManager: unknown,
      config?: { readonly signal?: AbortSignal | undefined },
    ) => Promise<unknown>
  }

  export class DynamicStructuredTool {
    constructor(fields: ToolFields)
    readonly name: string
    readonly description: string
    readonly schema: unknown
    invoke(input: object, config?: { signal?: AbortSignal }): Promise<unknown>
  }
}
