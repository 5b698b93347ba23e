import type { SubQuestion } from '../plan/plan-research.ts'
import { contentStems, words } from '../text/words.ts'

/** Limits on how much of a reply is read. */
const MOST_LOOKED_AT = 200
const LONGEST_LOOKED_AT = 2_000
const LONGEST_QUESTION = 400
const LONGEST_QUERY = 200
const MOST_QUERY_WORDS = 12

const NUMBERING = /^(?:[-*•]|(?:q(?:uestion)?\s*)?\(?\d{1,3}[.):])\s+/i
/** Addresses, which a model can only invent. */
const ADDRESS =
  /\b(?:[a-z][a-z0-9+.-]{1,15}:\/\/|www\.|(?:data|javascript|mailto):)\S*|\b(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\/\S*/giu
const OPERATOR =
  /(?<!\p{L})-?(?:site|inurl|allinurl|intitle|allintitle|intext|filetype|ext|cache|related|link|url|domain|before|after|lang|loc|ip):\s?\S*/giu
/** Signs and capitalised words that search services read as commands. */
const COMMAND = /["“”„«»*|~^\\<>{}[\]()]|(?<=^|\s)[-+!]+(?=\S)|\b(?:AND|OR|NOT|NEAR)\b/gu
/** Words that make otherwise identical questions differ. */
const ASKING = /^(?:who|whom|whose|when|where|why|how)$/

interface CleanOptions {
  readonly most: number
  readonly queriesEach: number
  /** Questions that have been asked. */
  readonly known?: readonly string[]
}

/** Cleans a model's questions: bounded, each once, and none that was asked before. */
export function cleanModelQuestions(
  proposed: readonly SubQuestion[],
  { most, queriesEach, known = [] }: CleanOptions,
): SubQuestion[] {
  const seen = new Set(known.map(keyOf))
  const kept: SubQuestion[] = []
  for (const { question: written, queries } of proposed.slice(0, MOST_LOOKED_AT)) {
    if (kept.length >= most) break
    const question = cleanQuestion(written)
    const key = keyOf(question)
    if (!saysSomething(question) || seen.has(key)) continue
    seen.add(key)
    kept.push({ question, queries: cleanQueries(queries, queriesEach) })
  }
  return kept
}

function cleanQuestion(written: string): string {
  const line = oneLine(written).replace(NUMBERING, '').replace(ADDRESS, ' ')
  return cut(oneLine(line), LONGEST_QUESTION)
}

function cleanQueries(written: readonly string[], most: number): string[] {
  const queries = new Map<string, string>()
  for (const one of written.slice(0, MOST_LOOKED_AT)) {
    if (queries.size >= most) break
    const bare = oneLine(one).replace(NUMBERING, '').replace(ADDRESS, ' ').replace(OPERATOR, ' ')
    const terms = oneLine(bare.replace(COMMAND, ' ')).split(' ').slice(0, MOST_QUERY_WORDS)
    const query = cut(terms.join(' '), LONGEST_QUERY)
    if (saysSomething(query) && !queries.has(query.toLowerCase())) {
      queries.set(query.toLowerCase(), query)
    }
  }
  return [...queries.values()]
}

/** Removes invisible characters and cuts the text to a sensible length. */
function oneLine(text: string): string {
  return text
    .slice(0, LONGEST_LOOKED_AT)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
}

/** Cuts between words, if the text has any. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text
  const space = text.lastIndexOf(' ', most)
  return text
    .slice(0, space > most / 2 ? space : most)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}

function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

/** Returns a key that is the same for questions with the same stems and question words. */
function keyOf(question: string): string {
  const asking = words(question.slice(0, LONGEST_LOOKED_AT))
    .map(({ folded }) => folded)
    .filter(word => ASKING.test(word))
  const stems = contentStems(question.slice(0, LONGEST_LOOKED_AT))
  if (stems.size === 0) return question.toLowerCase()
  return [...new Set([...asking, ...stems])].toSorted().join(' ')
}
