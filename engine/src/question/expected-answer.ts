import { STOP_WORDS } from '../text/stop-words.ts'
import type { Word } from '../text/words.ts'
import { type AnswerKind, kindOfNoun } from './answer-kind.ts'

export interface ExpectedAnswer {
  readonly wants: AnswerKind
  /** The noun phrase that what, which or how many asks for. */
  readonly focus?: readonly Word[]
}

const ASKING = /^(?:who|whom|whose|when|where|why|how|what|which)$/
const AUXILIARY =
  /^(?:is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|shall|should|may|might|must)$/
const ARTICLE = /^(?:the|a|an|this|that|these|those|its|his|her|their|some|any|all)$/
const PREPOSITION =
  /^(?:of|in|on|at|by|for|from|to|with|between|among|along|alongside|across|near|through|during|within|without|into|over|under|after|before|around|about|against|toward|towards|per|as|than)$/
const VERB =
  /(?:ed|ize|ise|ify)$|^(?:led|made|won|wrote|became|began|took|gave|held|saw|ran|built|went|came|fell|grew|knew|left|lost|met|paid|said|sold|sent|set|shot|sang|spoke|stood|taught|told|thought|understood|wore|drove|brought|bought|caught|found|got|hit|kept|laid|put|rose|sank|uses|used|lies|lives|makes|means|occurs|happened|contains|allows|borders?|flows?|runs?|known|shown)$/
/** "What kind of tree" asks for a tree. */
const WRAPPER =
  /^(?:name|names|term|word|type|types|kind|kinds|sort|sorts|form|title|example|examples|one|ones)$/
const DEGREE =
  /^(?:long|far|old|tall|high|fast|big|large|often|deep|heavy|wide|hot|cold|quickly|close|small|young|early|late|thick|frequently|populous)$/
const REQUEST = /^(?:list|name|enumerate)$/
const ADVERB = /^(?:first|often|ever|never|once|also|still|\p{L}{3,}ly)$/u
const MOST_FOCUS_WORDS = 6

/** What the words of a question ask for, by the forms that English questions take. */
export function expectAnswer(all: readonly Word[]): ExpectedAnswer {
  const at = askingWord(all)
  const first = all[0]?.folded ?? ''
  if (at === -1) {
    if (REQUEST.test(first)) return requested(all)
    if (/^(?:define|meaning)$/.test(first)) return { wants: 'definition' }
    return { wants: AUXILIARY.test(first) ? 'yes-no' : 'thing' }
  }
  const next = all[at + 1]?.folded ?? ''
  switch (all[at]?.folded) {
    case 'who':
    case 'whom':
    case 'whose':
      return { wants: 'person' }
    case 'when':
      return { wants: 'date' }
    case 'where':
      return { wants: 'place' }
    case 'why':
      return { wants: 'reason' }
    case 'how':
      return asksHow(all, at, next)
    default:
      return asksWhat(all, at, next)
  }
}

/** A clause of time or place may come first: "When it rains, what floods?" */
function askingWord(all: readonly Word[]): number {
  const first = all.findIndex(({ folded }) => ASKING.test(folded))
  const opening = all[first]?.folded ?? ''
  if (!/^(?:when|where|how|who|which|that)$/.test(opening)) return first
  const next = all[first + 1]?.folded ?? ''
  const isClause = opening !== 'how' && opening !== 'which' && !AUXILIARY.test(next)
  // "The man who stole what?": a clause behind a noun does not ask either.
  if (opening === 'who' ? first === 0 || !isClause : !isClause) return first
  const later = all.findIndex(({ folded }, at) => at > first && ASKING.test(folded))
  return later === -1 ? first : later
}

function asksHow(all: readonly Word[], at: number, next: string): ExpectedAnswer {
  if (next === 'many' || next === 'much') {
    const focus = phraseAfter(all, at + 2, { bare: false })
    const head = focus?.at(-1)
    const isMoney =
      next === 'much' && (/^(?:money|cash)$/.test(head?.folded ?? '') || asksPrice(all, at))
    return { wants: isMoney ? 'money' : 'number', ...(focus && { focus }) }
  }
  return { wants: DEGREE.test(next) ? 'number' : 'manner' }
}

function asksPrice(all: readonly Word[], at: number): boolean {
  return all
    .slice(at + 2)
    .some(({ folded }) => /^(?:cost|costs|pay|paid|worth|earn|earned|spend|spent)$/.test(folded))
}

function asksWhat(all: readonly Word[], at: number, next: string): ExpectedAnswer {
  const isCopula = /^(?:is|are|was|were|s)$/.test(next)
  const from = isCopula ? at + 2 : at + 1
  const rest = all.slice(from)
  const last = rest.at(-1)?.folded ?? ''
  if (!isCopula && AUXILIARY.test(next)) {
    return { wants: /^(?:mean|means|stand)$/.test(last) ? 'definition' : 'thing' }
  }
  if (/^(?:causes?|caused)$/.test(next)) return { wants: 'reason' }
  const focus = phraseAfter(all, from, { bare: isCopula })
  if (!focus) return { wants: 'thing' }
  const head = focus.at(-1) as Word
  const kind = kindOfNoun(head.stem)
  const end = all.indexOf(head) + 1
  // "What are the rays of a fin called?" asks for a name, "what is it used for" for something else.
  if (/^(?:called|named)$/.test(last)) return { wants: kind ?? 'thing', focus }
  if (isCopula && PREPOSITION.test(last)) return { wants: 'thing' }
  const isNamed = all.slice(from, end).some(({ folded }) => WRAPPER.test(folded))
  if (!kind && isCopula && !isNamed && end === all.length) return { wants: 'definition', focus }
  if (isPlural(head) && kind !== 'number' && kind !== 'money') return { wants: 'list', focus }
  // "What is the area of Chad" wants a number, "which area" a place.
  if (!isCopula && head.folded === 'area') return { wants: 'place', focus }
  return { wants: kind ?? 'thing', focus }
}

function requested(all: readonly Word[]): ExpectedAnswer {
  const focus = phraseAfter(all, 1, { bare: true })
  const head = focus?.at(-1)
  if (!focus || !head) return { wants: 'list' }
  return { wants: isPlural(head) ? 'list' : (kindOfNoun(head.stem) ?? 'thing'), focus }
}

/**
 * The noun phrase that begins at a word. Where nothing tells a noun from a verb, what follows tells:
 * before an auxiliary the phrase is whole, before an article or a name its last word is the verb.
 * After a copula (`bare`) no verb follows the phrase.
 */
function phraseAfter(
  all: readonly Word[],
  from: number,
  { bare }: { bare: boolean },
): readonly Word[] | undefined {
  let at = from
  while (ARTICLE.test(all[at]?.folded ?? '') || isAdverb(all[at])) at += 1
  const run: Word[] = []
  while (at < all.length && run.length < MOST_FOCUS_WORDS) {
    const word = all[at] as Word
    const isName = /^\p{Lu}/u.test(word.text)
    if (STOP_WORDS.has(word.folded) && !/^(?:most|other|own|same)$/.test(word.folded)) break
    if (PREPOSITION.test(word.folded) || AUXILIARY.test(word.folded)) break
    if (isAdverb(word)) break
    if (!bare && isName && run.some(({ text }) => /^\p{Ll}/u.test(text))) break
    run.push(word)
    at += 1
  }
  const next = all[at]?.folded ?? ''
  const wrapper = run.at(-1)
  if (wrapper && WRAPPER.test(wrapper.folded) && next === 'of') {
    const inner = phraseAfter(all, at + 1, { bare: false })
    return inner ?? phraseAfter(all, at + 1, { bare: true }) ?? run
  }
  if (bare) {
    const verb = run.findIndex(({ folded }, index) => index > 0 && VERB.test(folded))
    if (verb > 0) run.length = verb
    return run.length > 0 ? run : undefined
  }
  if (AUXILIARY.test(next) || next === 'of' || next === '') return run.length > 0 ? run : undefined
  const verb = run.findIndex(({ folded }) => VERB.test(folded))
  if (verb !== -1) run.length = verb
  else if (run.length > 1 || (next !== '' && run.length === 1 && !isKnown(run[0]))) run.length -= 1
  return run.length > 0 ? run : undefined
}

function isAdverb(word: Word | undefined): boolean {
  return word !== undefined && ADVERB.test(word.folded) && kindOfNoun(word.stem) === undefined
}

function isKnown(word: Word | undefined): boolean {
  return word !== undefined && kindOfNoun(word.stem) !== undefined
}

function isPlural({ folded }: Word): boolean {
  return (
    /^(?:people|men|women|children|countries)$/.test(folded) ||
    (/[^su]s$/.test(folded) && !/^(?:species|series|means|news|headquarters|basis)$/.test(folded))
  )
}
