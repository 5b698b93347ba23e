import { OutputMismatchError } from './client-errors.ts'
import type { OutputSchema, StandardSchema } from './output-schema.ts'
import { plainText } from './plain-text.ts'
import type { Output } from './wire.ts'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** The output with its content as the schema gives it back, where the schema can check it. */
export async function checkContent<Content>(
  output: Output,
  { schema, requestId }: { schema: OutputSchema | undefined; requestId: string },
): Promise<Output<Content>> {
  // Without a way to check it, the type rests on the service's promise to follow the schema.
  if (!schema || !isStandard(schema) || !schema['~standard'].validate) {
    return output as Output<Content>
  }
  const { value, issues } = (await schema['~standard'].validate(output.content)) as {
    value: Content
    issues?: readonly Issue[]
  }
  if (!issues) return { ...output, content: value }
  throw new OutputMismatchError(
    `The report is paid for, but is not what the schema describes; it is in this error's output. ${describe(issues)}`,
    { output, requestId, cause: issues },
  )
}

export function isStandard(schema: OutputSchema): schema is StandardSchema {
  return '~standard' in schema
}

function describe(issues: readonly Issue[]): string {
  const lines = issues.map(({ path = [], message }) => {
    const place = path.map(part => String(typeof part === 'object' ? part.key : part)).join('.')
    return `${place || 'content'}: ${message}`
  })
  return plainText(lines.join('; '))
}
