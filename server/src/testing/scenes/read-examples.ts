import { lexer, type Tokens } from 'marked'

export interface Example {
  readonly language: 'bash' | 'ts' | 'python'
  readonly code: string
  /** The output that the page shows, if it does. */
  readonly shown: ShownReply | undefined
}

/** A reply that a page shows, by operation and status. */
export interface ShownReply {
  readonly operation: string
  readonly status: number
  readonly body: unknown
}

const LANGUAGES: readonly string[] = ['bash', 'ts', 'python']
const REPLY = /^json Response (\d{3}) of (\w+)$/

/**
 * Lists the blocks of a page that a reader would run, in order, each with the reply shown after it.
 */
export function readExamples(markdown: string): Example[] {
  const blocks = readBlocks(markdown)
  return blocks.flatMap(({ lang = '', text }, index) => {
    if (!LANGUAGES.includes(lang)) return []
    const shown = toReply(blocks[index + 1])
    return [{ language: lang as Example['language'], code: text, shown }]
  })
}

export function readReplies(markdown: string): ShownReply[] {
  return readBlocks(markdown).flatMap(block => toReply(block) ?? [])
}

function readBlocks(markdown: string): Tokens.Code[] {
  return lexer(markdown).filter(token => token.type === 'code') as Tokens.Code[]
}

function toReply(block: Tokens.Code | undefined): ShownReply | undefined {
  const [, status, operation] = REPLY.exec(block?.lang ?? '') ?? []
  if (!block || status === undefined || operation === undefined) return undefined
  return { operation, status: Number(status), body: JSON.parse(block.text) }
}
