import type { Readable } from 'node:stream'
import { limits } from '@footnote/contract/limits'
import { CallerError } from '../errors/caller-error.ts'
import { readLimited } from './read-limited.ts'

export type Stdin = Readable & { readonly isTTY?: boolean }

const PIPED = '-'
export const QUESTION_HELP = 'Words, or - for stdin; after -- they may begin with a dash'

/** The question: the words of the command line, or what is piped in where there are none. */
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
