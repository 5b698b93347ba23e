import { createReadStream } from 'node:fs'
import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import { limits } from '@footnote/contract/limits'
import { CallerError } from '../errors/caller-error.ts'
import { readLimited, type Stdin } from './read-question.ts'

/** Reads the JSON Schema in a file, or on stdin if the file is `-`. The API validates it. */
export async function readSchema(stdin: Stdin, file: string): Promise<JsonObject> {
  const stream = file === '-' ? stdin : createReadStream(file)
  const text = await readLimited(stream, { limitBytes: limits.bodyBytes, name: '--schema' }).catch(
    (error: unknown) => {
      if (error instanceof CallerError) throw error
      throw new CallerError('USAGE', `cannot read --schema ${file}`, { cause: error })
    },
  )
  const schema = parse(text, file)
  if (!isJsonObject(schema)) {
    throw new CallerError('USAGE', `--schema ${file} must contain a JSON object`)
  }
  return schema
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new CallerError('USAGE', `--schema ${file} is not valid JSON`, { cause: error })
  }
}
