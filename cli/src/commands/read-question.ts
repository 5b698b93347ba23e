import type { Readable } from 'node:stream'
import { limits } from '@footnote/contract/limits'
import { CallerError } from '../errors/caller-error.ts'

export type Stdin = Readable & { readonly isTTY?: boolean }

interface Limits {
  readonly limitBytes: number
  /** How an error message refers to the text. */
  readonly name: string
}

const PIPED = '-'
export const QUESTION_HELP =
  'Your question, or - to read it from stdin. If it begins with a dash, put -- before it'

/** Reads the question from the arguments, or from stdin if there are none or only `-`. */
export async function readQuestion(stdin: Stdin, words: readonly string[]): Promise<string> {
  const isPiped = isFromStdin(words)
  if (isPiped && stdin.isTTY) throw new CallerError('USAGE', 'give a question, or pipe one in')
  const given = isPiped
    ? await readLimited(stdin, { limitBytes: limits.bodyBytes, name: 'the question' })
    : words.join(' ')
  const question = given.trim()
  if (question === '') throw new CallerError('USAGE', 'the question is empty')
  return question
}

export function isFromStdin(words: readonly string[]): boolean {
  return words.length === 0 || (words.length === 1 && words[0] === PIPED)
}

/** Reads a stream as UTF-8 text. Stops and throws as soon as it exceeds the limit. */
export async function readLimited(stream: Readable, { limitBytes, name }: Limits): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > limitBytes) {
      throw new CallerError(
        'QUERY_TOO_LONG',
        `${name} exceeds the limit of ${limitBytes.toLocaleString('en-US')} bytes; nothing was charged`,
      )
    }
    chunks.push(chunk)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new CallerError('USAGE', `${name} is not UTF-8 text`)
  }
}
