import casing from '../../models/questions/casing.json' with { type: 'json' }
import type { Facts } from '../facts/facts.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import type { Reader } from '../reader/reader.ts'
import type { Rewritten } from '../reader/rewrite.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { isCommonWord } from '../text/is-common-word.ts'
import { capital, joinAnd } from '../text/say.ts'
import { contentStems, fold } from '../text/words.ts'
import { findOpen, isOfOtherKind } from './find-open.ts'
import { hideNames, showNames } from './hide-names.ts'
import { mayMean } from './may-mean.ts'
import { withoutInstructions } from './without-instructions.ts'

/** A question as plain questions that the collections can answer. */
export interface PlainQuestions {
  /** Each is complete, or is about the result of the one before: "which of them". */
  readonly questions: readonly string[]
  /** Wishes that the collections cannot meet, in the caller's words. */
  readonly wishes: readonly string[]
  /** Notes on what was not understood. */
  readonly notes: readonly string[]
}

interface PlainOptions {
  readonly reader: Reader
  readonly facts: Facts
  readonly companies: CompanyStore
  readonly signal?: AbortSignal | undefined
  /** True if a schema names the values: the question then needs only a subject and a time. */
  readonly isSchema?: boolean
}

/** Log odds below which a plain question is left out: one of its words is less likely than all others together. */
const LEAST_SURE = -0.7
/** Of a long request, one part in three is as it was meant, and another third is near it; a report names what each answers. */
const LEAST_OF_BRIEF = -0.8
/** Nothing but the name of a country, a company or a person. */
const BARE = /^(?:@[ckp]|who (?:is|was) @p)1[\s.?!]*$/i
/** From here on, a guess is worth telling. */
const LEAST_LIKELY = -1
const UNSURE = ' (not understood for certain)'
export const NOT_UNDERSTOOD =
  'Another part of the request (not understood: ask for it in a sentence of its own)'
const OF_COMPANIES = /@k|compan|s & p/
/** The companies and the offices here are American. */
const AMERICAN = new RegExp(`${OF_COMPANIES.source}|senat|representative|president`)
/** Words for losses, without which a yes or a no is about a profit. */
const LOST =
  /los[est]|in the red|red ink|negative|bleed|burn|unprofit|verl|minus|pert|perd|pérd|prejud|deficit|赤字|损|亏|خسا/i
/** Wishes that no collection meets and the model tends to drop: who founded a company. */
const NOT_HELD = /\bby whom\b|\bwho (?:has )?founded\b|\bfounders?\b/i
/** Around a wish, and no part of it: "also want your view on where prices go", "market shares would be a bonus". */
const COURTESY =
  /^(?:(?:also|and|plus|then|finally|please|pls|ideally|i(?:['’]d| would)?|we(?:['’]d| would)?|like|love|want|need|show|give|add|include|tell me|your (?:view|opinion|take) on)\s+)+(?=\S+ )/i
const IF_HELD =
  /\s+(?:(?:would|['’]d) (?:also )?be (?:a |an )?(?:bonus|plus|nice|great|good|helpful|welcome)|if (?:you can|possible|available|known|sourced|you have (?:it|them|any))|too|as well|please|pls)$/i
/** The share of a piece's words that are in what the model made of it. */
const LEAST_SHARED = 0.5
const LEAST_COPIED = 0.8
const THEN = /^What (?:is|are|was|were) (?<what>the .+) in (?<year>\d{4})\?$/
const NOW = /^What (?:is|are|was|were) (?<what>the .+?)(?: in the latest year)?\?$/
const OF_FINAL = /^(?<what>Who was the runner-up|What was the score) of (?<cup>.+ in \d{4})\?$/
/** The age of companies, of which the years are known. */
const OLDER = /^which of (@k.*) is (?:the )?older\b/i
/** A verdict over named measures. */
const OF_MEASURES = /^(which of .+) does (?:best|worst) by /i
/** In characters. A longer request names the measures of its verdict, or none that are held. */
const BRIEF = 200
/** A change in a year is that since the year before. */
const CHANGED = /\bchange in (?:fiscal )?(@t\d)/g
/** Asks for nothing but a reason. */
const ONLY_WHY = /^\W*why\b(?!.*[,;?] *\p{L})/iu
const LEANS = /\b(?:them|they|their|that (?:country|company|person|team|year)|he)\b/
/** A word in capitals that does not begin a sentence. */
const INSIDE = /(?<=[\p{L}\p{N},;] )\p{Lu}[\p{L}\p{N}]*/gu
/** In characters; a longer text is no question about facts. */
const LONGEST = 1_500
const CASING: Readonly<Record<string, string>> = casing
/** The model takes the end of a span for its beginning. */
const UP_TO = /(?:\b(?:up to|until|till|through|bis|hasta|fino al?|tot)|jusqu['’]en|até) (\d{4})/iu
/** The names of tournaments have adjectives, and those of continents come back as nouns. */
const CUP = /\b(Afric|Asi)a(?= Cup\b)/g
const BESIDE: readonly (readonly [RegExp, string])[] = [
  // The model may write a word twice: "total total debt".
  [/\b([a-z]+)(?: \1)+\b/g, '$1'],
  [/ (?=[?.,;:%)!])/g, ''],
  [/(?<=[($]) /g, ''],
  [/(?<=\w) (['’]) (?=s\b)/g, '$1'],
  [/(?<=s) (['’]) (?=equity\b)/g, '$1 '],
  [/(?<=\w) - (?=\w)/g, '-'],
  [/(?<=\d[.,]) (?=\d)/g, ''],
  [/\bS ?& ?P\b/gi, 'S&P'],
]

/** Writes a question as plain questions; undefined if the collections have nothing to say. */
export async function toPlain(
  written: string,
  { reader, facts, companies, signal, isSchema = false }: PlainOptions,
): Promise<PlainQuestions | undefined> {
  if (written.length > LONGEST) return undefined
  const input = withoutInstructions(written)
  const { text, names } = hideNames(input, { facts, companies })
  const [only = ''] = names.values()
  if (BARE.test(text)) return { questions: [`Give an overview of ${only}.`], wishes: [], notes: [] }
  const rewritten = await reader.rewrite(text, { signal })
  const { questions, wishes, notes } = pick(rewritten, { input, names, isSchema })
  if (questions.length === 0) return undefined
  const all = rewritten.map(one => one.text).join(' ')
  const isNeeded = (key: string, name: string) =>
    !key.startsWith('@g') && (name !== 'United States' || !AMERICAN.test(all))
  const before = all.matchAll(CHANGED).map(([, key = '']) => String(Number(names.get(key)) - 1))
  const implied = new Set(before)
  const isLost = ([key, name]: [string, string]) =>
    isNeeded(key, name) &&
    !all.includes(key) &&
    !all.includes(name.toLowerCase()) &&
    !implied.has(name)
  const dropped = [...names].filter(isLost)
  // Without any of its names, a question is about something else.
  if (dropped.length > 0 && dropped.length === names.size) return undefined
  const strange = findStrange(text, all)
  // "Apple's revenue in China" is not that of Apple, and "the Ekstraklasa in 2000" is no other tournament.
  const isNarrowed = [...dropped.map(([key]) => key), ...strange].some(
    one => !/^@[gt]/.test(one) && !isListed(text, one) && !isAddressed(text, one),
  )
  if (isNarrowed && rewritten.length === 1) return undefined
  const lost = [...dropped.map(([, name]) => name), ...strange]
  const isUnheld = wishes.length === 0 && /\bfounded\b/.test(all) && NOT_HELD.test(input)
  // The request has names for the measures that the model is not sure of or leaves out.
  const open = notes.length > 0 ? findOpen(text, { questions, names }) : []
  const asked = [...new Set([...questions, ...open])]
  return {
    questions: withoutFinals(joinTimes(asked)),
    wishes: isUnheld ? [...wishes, 'The founders'] : wishes,
    notes: [
      ...notes.filter(one => !(isAsked(one, asked) || (one === NOT_UNDERSTOOD && open.length > 0))),
      ...lost
        .filter(name => !open.some(one => one.includes(name)))
        .map(name => `The part about ${name} (not understood)`),
    ],
  }
}

/** The collections by their names. */
const SOURCES = /^(?:Factbook|Nobel|Bank)$/

/** Names that no collection knows, which the model has left out: "Kenya, Uganda and Wakanda". */
function findStrange(hidden: string, plain: string): string[] {
  if ((detectLanguage(hidden) ?? 'en') !== 'en') return []
  const names = Array.from(hidden.matchAll(INSIDE), ([name]) => name)
  return names.filter(
    name =>
      /^\p{Lu}\p{Ll}{2}/u.test(name) &&
      !SOURCES.test(name) &&
      (!isCommonWord(fold(name)) || new RegExp(`, ${name}, @k`).test(hidden)) &&
      !plain.includes(fold(name)),
  )
}

/** Returns whether a name is one of several: "Kenya, Uganda and Wakanda". */
function isListed(hidden: string, name: string): boolean {
  const between = '(?: ?(?:,|&|/|and|or|vs\\.?|versus)(?: the)? )+'
  return new RegExp(`@[ckgp]\\d${between}${name}|${name}${between}@[ckgp]\\d`, 'i').test(hidden)
}

/** Returns whether a name greets or signs: "Hi Anna, …", "… Thanks, Tom". */
function isAddressed(hidden: string, name: string): boolean {
  return new RegExp(
    `\\b(?:hi|hello|hey|dear|thanks?|you|cheers|regards)[ ,]+${name}\\b|[,.!?] ${name}[.!]*$`,
    'i',
  ).test(hidden)
}

/** "what are the area , gdp and religions of @c1 ?" */
const LIST =
  /^(?<head>(?:what (?:is|are|was|were)|compare) the )(?<measures>.+?)(?<tail> of (?:@|them|that|these|each|women|men|the (?:first|@)).+)$/

/** Between two measures, but not within "property , plant and equipment". */
const BETWEEN = / (?:,|and) (?!(?:general|administrative|plant|equipment)\b)/

/** A question that the model has written into a list: "the revenue and where is the headquarters of @k1". */
const COMPLETE = /^(?:where|who|when) (?:is|are|was|were) /

interface Surest {
  readonly text: string
  readonly sureness: number
  /** Measures that are left out, as plain questions of their own. */
  readonly unsure: readonly { readonly text: string; readonly sureness: number }[]
}

/**
 * A plain question with the log odds of its least sure word. A list loses the measures that are not sure, and keeps
 * the others: how it begins, and what comes next in it, may be said in several ways.
 */
function surest({ text, odds }: Rewritten): Surest {
  const { head, measures, tail } = LIST.exec(text)?.groups ?? {}
  if (head === undefined || measures === undefined || tail === undefined)
    return { text, sureness: Math.min(...odds), unsure: [] }
  let at = head.trim().split(' ').length
  const written = measures.split(BETWEEN).map(name => {
    const { length } = name.split(' ')
    const sureness = Math.min(...odds.slice(at, at + length))
    at += length + 1
    return { name, sureness: isOfOtherKind(name, tail) ? -Infinity : sureness }
  })
  // The model may write a measure twice.
  const listed = [...Map.groupBy(written, ({ name }) => name).values()].flatMap(
    ([one]) => one ?? [],
  )
  const least = Math.min(...odds.slice(at - 1))
  const sure = new Set(listed.filter(one => one.sureness >= LEAST_SURE).map(({ name }) => name))
  if (sure.size === 0) return { text, sureness: Math.min(...odds), unsure: [] }
  const unsure = listed.filter(one => one.sureness < LEAST_SURE)
  return {
    text: sure.size < written.length ? `${head}${joinAnd([...sure])}${tail}` : text,
    sureness: least,
    unsure: unsure.map(one => ({ ...one, text: `${one.name}${tail}` })),
  }
}

interface Asked {
  readonly input: string
  readonly names: ReadonlyMap<string, string>
}

/** The questions that the model is sure of, and what is asked beside them. */
function pick(rewritten: readonly Rewritten[], asked: Asked & { readonly isSchema: boolean }) {
  const { input, names, isSchema } = asked
  const questions: string[] = []
  const wishes = new Set<string>()
  const notes = new Set<string>()
  let isPartial = false
  // Figures are no reason, unless the reason is listed as not found beside them.
  const isReason = ONLY_WHY.test(input) && !rewritten.some(({ text }) => text.startsWith('?'))
  for (const { text, sureness, unsure } of rewritten.map(surest)) {
    const plain = toWords(text, asked)
    if (plain?.startsWith('?')) {
      const wish = plain.replace(/^\?\s*/, '')
      wishes.add(sayWish(wish, input))
      continue
    }
    // A question about the result of one that was left out has lost its subject.
    const isLost = isPartial && LEANS.test(text)
    const isFigure = isReason && !/^why\b|\betymology\b/i.test(plain ?? '')
    const isMeant = plain !== undefined && !isLost && !isFigure && mayMean(plain, input)
    const verdict = OF_MEASURES.exec(plain ?? '')?.[1]
    const isBrief = input.length >= BRIEF && verdict === undefined
    const least = isSchema ? LEAST_LIKELY : isBrief ? LEAST_OF_BRIEF : LEAST_SURE
    if (isMeant && sureness >= least) {
      questions.push(capital(plain))
      for (const one of unsure) {
        const apart = toWords(one.text, asked) ?? one.text
        if (COMPLETE.test(one.text)) questions.push(capital(apart))
        else if (one.sureness >= LEAST_LIKELY) notes.add(sayGuess(apart))
        else notes.add(NOT_UNDERSTOOD)
      }
    } else if (isMeant && verdict !== undefined && questions.length > 0 && input.length < BRIEF) {
      // The measures of a verdict that are not sure are those of the questions before it.
      questions.push(`${capital(verdict)} is better off?`)
    } else {
      isPartial = true
      const piece = isMeant ? pieceOf(input, plain, names) : undefined
      const isLikely = isMeant && sureness >= LEAST_LIKELY && !LEANS.test(text)
      const open = piece?.includes(' ') ? `${piece} (not understood)` : NOT_UNDERSTOOD
      notes.add(isLikely ? sayGuess(plain) : open)
    }
  }
  return { questions, wishes: [...wishes], notes: [...notes] }
}

function sayGuess(plain: string): string {
  return `${capital(plain.replace(/ ?[.?]$/, ''))}${UNSURE}`
}

const CHOICE =
  /^which of (?<names>.+) ha(?:d|s|ve) the (?:high|low)\p{L}+ (?<chosen>.+?)(?= in |$)/u

/** Returns whether what a note tells is asked elsewhere, or is one of the measures of a list there. */
function isAsked(note: string, asked: readonly string[]): boolean {
  if (!note.endsWith(UNSURE)) return false
  const guess = note.slice(0, -UNSURE.length).toLowerCase()
  const [measure = '', ...subjects] = guess.split(' of ')
  const { names = '', chosen = '' } = CHOICE.exec(guess)?.groups ?? {}
  return asked.some(one => {
    const other = one.toLowerCase()
    // How far two are apart says which is ahead.
    const isOfAll = names.split(/, | and /).every(name => other.includes(`${chosen} of ${name}`))
    return (
      (chosen !== '' && isOfAll) ||
      other.startsWith(guess) ||
      (subjects.length > 0 &&
        other.includes(measure) &&
        other.includes(` of ${subjects.join(' of ')}`))
    )
  })
}

/** A plain question with its names, capital letters and signs; undefined if it has a name too many. */
function toWords(text: string, { input, names }: Asked): string | undefined {
  const written = new Map(Array.from(input.matchAll(INSIDE), ([word]) => [fold(word), word]))
  const cased = text.replace(/[\p{L}\p{N}]+/gu, (word, at: number) =>
    text.charAt(at - 1) === '@' ? word : (CASING[word] ?? written.get(word) ?? word),
  )
  const kept = (
    LOST.test(input) ? cased : cased.replace(/\bmake a loss\b/, 'make a profit')
  ).replace(OLDER, 'when were $1 founded')
  const tidy = BESIDE.reduce((said, [gap, put]) => said.replace(gap, put), kept)
  const [, year] = UP_TO.exec(input) ?? []
  return showNames(tidy, names)
    ?.replace(/\bthe the\b/gi, 'the')
    .replace(CUP, '$1an')
    .replace(`since ${year}`, `until ${year}`)
}

/** The value of then and of now, from one source: "What was the GDP of Chile in 1990? What is the GDP of Chile?" */
function joinTimes(questions: readonly string[]): string[] {
  const joined: string[] = []
  for (const one of questions) {
    const { what, year } = THEN.exec(joined.at(-1) ?? '')?.groups ?? {}
    const isSame = what !== undefined && NOW.exec(one)?.groups?.['what'] === what
    if (isSame) joined.pop()
    joined.push(isSame ? `How did ${what} change since ${year}?` : one)
  }
  return joined
}

/** Leaves out a final whose winner is asked for, too: one sentence has both teams and the score. */
function withoutFinals(questions: readonly string[]): string[] {
  return questions.filter(one => {
    const { what, cup = '' } = OF_FINAL.exec(one.replace(' final in', ' in'))?.groups ?? {}
    if (what === undefined) return true
    const [winner, loser] = [`Who won ${cup}?`, `Who was the runner-up of ${cup}?`]
    const isScore = what.endsWith('score')
    return !questions.includes(winner) && !(isScore && questions.includes(loser))
  })
}

/** A wish in the words of the question, which the model may have copied with a slip or without its subject. */
function sayWish(wish: string, input: string): string {
  const own = contentStems(wish)
  const isIn = (text: string) =>
    own.intersection(contentStems(text)).size >= LEAST_COPIED * own.size
  const piece = pieceOf(input, wish)
  const said = piece !== undefined && (isIn(piece) || !isIn(input)) ? piece : wish
  return said.replace(COURTESY, '').replace(IF_HELD, '')
}

/** The piece of a question that a plain one is about, or that the model has copied with a slip. */
function pieceOf(input: string, asked: string, names?: Asked['names']): string | undefined {
  // Most pieces have the names of the question.
  const named = contentStems([...(names?.values() ?? [])].join(' '))
  const own = contentStems(asked).difference(named)
  const shares = input
    .split(/[,;:?.!。？，]+|\b(?:and|und|et|y|e|en)\b/)
    .map(piece => ({ piece: piece.trim(), all: contentStems(piece).difference(named) }))
    .map(({ piece, all }) => ({ piece, share: own.intersection(all).size / all.size }))
  const [best] = shares
    .filter(({ share }) => share >= LEAST_SHARED)
    .toSorted((one, other) => other.share - one.share)
  return best?.piece
}
