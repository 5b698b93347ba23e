import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../models/reader/tokenizer.json')

let common: ReadonlySet<string> | undefined

/** Returns whether a folded word is common in English texts, which a slip of the pen seldom is. */
export function isCommonWord(word: string): boolean {
  common ??= new Set(Object.keys(JSON.parse(readFileSync(FILE, 'utf8')).model.vocab))
  return common.has(word)
}
