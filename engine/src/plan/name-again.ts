import { findNames } from '../text/find-names.ts'

const PRONOUN = /\b(?:(?<owner>its|their)|(?<place>there)|it|they|them)\b/i
/** "How many were there?" and "when was it that …" refer to nothing before them. */
const EMPTY = /\b(?:(?:is|are|was|were|be|been) there|there (?:is|are|was|were|be|been)|it that)\b/i

/** Puts the name that an earlier clause has in place of a pronoun, since each clause is searched alone. */
export function nameAgain(clause: string, earlier: string): string {
  const { index, 0: pronoun, groups } = PRONOUN.exec(clause) ?? {}
  const [bare] = findNames(earlier)
  if (index === undefined || pronoun === undefined || bare === undefined) return clause
  // "The 1998 World Cup" is not the newest one.
  const year = /\d{4} $/.exec(earlier.slice(0, earlier.indexOf(bare)))?.[0] ?? ''
  const name = `${year}${bare}`
  if (EMPTY.test(clause) || findNames(clause).length > 0) return clause
  const put = groups?.['owner'] ? `${name}'s` : groups?.['place'] ? `in ${name}` : name
  return `${clause.slice(0, index)}${put}${clause.slice(index + pronoun.length)}`
}
