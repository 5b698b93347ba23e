import { OutputMismatchError } from '../core/client-errors.ts'
import { isStandard, type OutputSchema } from '../core/output-schema.ts'
import type { Output } from '../core/wire.ts'
import { plainText } from './plain-text.ts'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** Validates the content with the schema, if the schema can, and returns the parsed output. */
export async function checkContent<Content>(
  output: Output,
  { schema, requestId }: { schema: OutputSchema | undefined; requestId: string },
): Promise<Output<Content>> {
  // A plain JSON Schema is not checked here: the service guarantees that the content matches.
  if (!schema || !isStandard(schema) || !schema['~standard'].validate) {
    return output as Output<Content>
  }
  const mismatch = (reason: string, cause: unknown) =>
    new OutputMismatchError(
      `The report was charged but does not match your schema (${plainText(reason)}). Find the report in this error's output property.`,
      { output, requestId, cause },
    )
  let checked: { readonly value: Content; readonly issues?: readonly Issue[] }
  try {
    checked = (await schema['~standard'].validate(output.content)) as typeof checked
  } catch (cause) {
    throw mismatch(cause instanceof Error ? cause.message : 'the schema could not check it', cause)
  }
  if (!checked.issues) return { ...output, content: checked.value }
  throw mismatch(describe(checked.issues), checked.issues)
}

function describe(issues: readonly Issue[]): string {
  const lines = issues.map(({ path = [], message }) => {
    const place = path.map(part => String(typeof part === 'object' ? part.key : part)).join('.')
    return `${place || 'content'}: ${message}`
  })
  return lines.join('; ')
}
