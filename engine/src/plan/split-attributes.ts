import { contentWords } from '../text/words.ts'

const LEAD =
  /^(?:please\s+)?(?:(?:can|could) you\s+)?(?:tell me|give me|show me|compare|contrast|list|name|find|describe|explain|summari[sz]e|outline|report|identify|determine|discuss|analy[sz]e|assess|research|what(?:'s| is| are| was| were)?|which (?:is|are|was|were)|who (?:is|are|was|were)|what do you know|how (?:do|does|did))\s+/i
const FILLER =
  /^(?:the|a|an|its|their|his|her|about|on|and|or|of|in|for|at|between|with|to|from|versus|vs\.?|against|than|by|is|are|was|were|respective|both|each|compare|differ|have|has|had|do|does|did)\s+|\s+(?:of|in|for|at|on|and|or|about|between|with|to|from|by|the|is|are|was|were|versus|vs\.?|against|than|have|has|do|does|both|each|compare|compares|differ)$/i
const MOST_ATTRIBUTES = 20
const MOST_ATTRIBUTE_WORDS = 8

/** Adjectives that labels never have. */
const EMPHASIS = /\b(?:main|major|principal|key|current|currently|latest|exact|approximate)\s+/gi

/** Words that ask about a subject as a whole. */
const VAGUE =
  'situation|overview|facts?|information|info|details?|profile|summary|data|everything|something|anything|things'
const VAGUE_BEFORE = new RegExp(`^(?:${VAGUE})\\s+(?:about|on|of|regarding|concerning)\\s+`, 'i')
const VAGUE_AFTER = new RegExp(`(?:^|\\s+)(?:${VAGUE})$`, 'i')

/** A name alone. A word in capitals is more likely a measure, such as GDP. */
const NAME = /^\p{Lu}[\p{Ll}'’-]+(?:\s+(?:of|the|and|\p{Lu}[\p{L}'’.-]*))*$/u

export interface Asked {
  readonly attributes: readonly string[]
  /** Names in the list of subjects that the sources do not know. */
  readonly strangers: readonly string[]
}

/**
 * Finds the attributes that a clause asks for, given the names of its subjects: two in "Compare the
 * area and the population of _ and _", one in "Which countries border _?".
 */
export function splitAttributes(clause: string, subjectNames: readonly string[]): Asked {
  const gap = '\u0001'
  const open = subjectNames.reduce((text, name) => replaceName(text, name, gap), clause)
  const asked = strip(
    open
      .replace(/[?!.]+$/, '')
      .replace(LEAD, '')
      .replace(EMPHASIS, ''),
    gap,
  )
  if (contentWords(asked).length === 0) return { attributes: [], strangers: [] }
  const pieces = asked
    .split(/\s*[,;]\s*(?:and\s+|or\s+)?|\s+(?:and|as well as|versus|vs\.?)\s+/i)
    .map(piece => strip(piece, gap))
  const isList = pieces.every(
    piece => contentWords(piece).length > 0 && piece.split(/\s+/).length <= MOST_ATTRIBUTE_WORDS,
  )
  const list = isList ? pieces.slice(0, MOST_ATTRIBUTES) : [asked]
  // The first may have its capital only from the start of a sentence.
  const strangers = list.slice(1).filter(piece => NAME.test(piece))
  const attributes = list.filter(piece => !strangers.includes(piece))
  return { attributes: withoutRepeats(attributes), strangers }
}

/** "France's GDP vs Spain's GDP" asks for one attribute. */
function withoutRepeats(pieces: readonly string[]): string[] {
  return [
    ...new Map(pieces.toReversed().map(piece => [piece.toLowerCase(), piece])).values(),
  ].toReversed()
}

/** Replaces a name where it is a whole word: Niger is not in Nigeria. */
function replaceName(text: string, name: string, gap: string): string {
  const folded = text.toLowerCase()
  const sought = name.toLowerCase()
  let at = folded.indexOf(sought)
  while (at !== -1 && isWithinWord(text, at, at + name.length)) at = folded.indexOf(sought, at + 1)
  if (at === -1) return text
  return `${text.slice(0, at)}${gap}${text.slice(at + name.length).replace(/^['’]s?(?![\p{L}\p{N}])/u, '')}`
}

function isWithinWord(text: string, start: number, end: number): boolean {
  return /[\p{L}\p{N}]/u.test(text.charAt(start - 1)) || /[\p{L}\p{N}]/u.test(text.charAt(end))
}

/** Removes gaps and the small words around them. */
function strip(text: string, gap: string): string {
  let stripped = text
    .replaceAll(gap, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;:]+|[\s,;:]+$/g, '')
  for (;;) {
    const next = stripped
      .replace(FILLER, '')
      .replace(VAGUE_BEFORE, '')
      .replace(VAGUE_AFTER, '')
      .replace(/^[\s,;:]+|[\s,;:]+$/g, '')
    if (next === stripped) return stripped
    stripped = next
  }
}
