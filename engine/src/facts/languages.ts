import ar from '../../data/languages/ar.json' with { type: 'json' }
import de from '../../data/languages/de.json' with { type: 'json' }
import es from '../../data/languages/es.json' with { type: 'json' }
import fr from '../../data/languages/fr.json' with { type: 'json' }
import it from '../../data/languages/it.json' with { type: 'json' }
import ja from '../../data/languages/ja.json' with { type: 'json' }
import nl from '../../data/languages/nl.json' with { type: 'json' }
import pt from '../../data/languages/pt.json' with { type: 'json' }
import zh from '../../data/languages/zh.json' with { type: 'json' }
import { nameKey } from '../library/find-titles.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { baseOf } from '../text/language-tag.ts'
import type { Facts } from './open-facts.ts'

/** The words of a language for questions and answers about facts. */
export interface Language {
  /** By English phrase, what people write for it. An empty phrase means nothing. */
  readonly words: Readonly<Record<string, readonly string[]>>
  /** Names of companies, by the English one. */
  readonly companies?: Readonly<Record<string, readonly string[]>>
  /** Names of attributes and qualifiers, by the English one. */
  readonly labels: Readonly<Record<string, string>>
  /** Sentences for one value of an attribute, by its label. */
  readonly say: Readonly<Record<string, string>>
  /** Nouns with their article, by label or qualifier; a plus marks a plural, a colon an article that is left out: "le:l’âge". */
  readonly nouns?: Readonly<Record<string, string>>
  /** By the article of a noun, the word for another one: "that" in "exceeds that of Peru". */
  readonly pronouns?: Readonly<Record<string, string>>
  /** "The highest" and "the lowest" of a noun, by its label or its article. */
  readonly superlatives: Readonly<Record<string, readonly string[]>>
  /** By the form of a country's name, its article, which Unicode's data lack. */
  readonly articles?: readonly (readonly string[])[]
  /** A name with its article, by that; a plus marks a plural. */
  readonly definite?: Readonly<Record<string, string>>
  /** Sentences around figures; "{is|are}" has the verb for one and for several. */
  readonly frames: Readonly<Record<Frame, string>>
  /** Whole English values and items of lists, such as religions. */
  readonly items: Readonly<Record<string, string>>
  /** Words of English values, such as units and offices. */
  readonly terms: Readonly<Record<string, string>>
  /** By the word before a name, how to say that something is of it; usually, and before a vowel. */
  readonly owners: Readonly<Record<string, string>>
  /** By the word before a name, how to say that something is in it. */
  readonly places?: Readonly<Record<string, string>>
  /** Capitals and towns of finals, by the English name. */
  readonly cities: Readonly<Record<string, string>>
}

export type Frame = keyof (typeof de)['frames']

export const LANGUAGES: Readonly<Record<string, Language>> = {
  ...{ de, fr, es, pt, it, nl, zh, ja, ar },
}

export interface Translation {
  readonly language: string
  /** The question with English phrases; names stay as they are written. */
  readonly text: string
}

/** Looking up all parts of a longer text as names would take long. */
const LONGEST = 300
export const LONGEST_NAME = 12
const PLACES = ['country', 'territory', 'region']
/** One letter at a time where no spaces part the words; an article with an apostrophe is a word of its own. */
const TOKEN =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]|[dlcsn](?=['’]\p{L})|(?:qu|dell|nell|all|dall|sull)(?=['’])|\d[\d.,]*\d|\d|(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{M}\p{N}])+/giu
/** "And", "for" and "in", which Arabic writes as one word with the next. */
const PREFIX = /^(?:و|ل|ب)(?=\p{L}{3})/u

/** Translates a question word by word, if one of the languages knows all its words; the likeliest first. */
export function translateQuestion(
  text: string,
  facts?: Facts,
  detected = baseOf(detectLanguage(text) ?? ''),
): Translation[] {
  if (text.length > LONGEST) return []
  const names = facts ? namesIn(text, facts) : new Set<string>()
  const codes = Object.keys(LANGUAGES).toSorted(
    (one, other) => Number(other === detected) - Number(one === detected),
  )
  return codes.flatMap(language => {
    const translated = translate(text, { dictionary: dictionaryOf(language), names })
    return translated === undefined ? [] : [{ language, text: translated }]
  })
}

/** A question of another language with the known words in English and the others as they are. */
export function glossQuestion(
  text: string,
  facts: Facts,
  language = baseOf(detectLanguage(text) ?? ''),
): Translation | undefined {
  if (!LANGUAGES[language] || text.length > LONGEST) return undefined
  const names = namesIn(text, facts)
  const glossed = translate(text, { dictionary: dictionaryOf(language), names, isPartial: true })
  return glossed === undefined ? undefined : { language, text: glossed }
}

interface TranslateOptions {
  readonly dictionary: ReadonlyMap<string, string>
  readonly names: ReadonlySet<string>
  /** True if unknown words stay as they are. */
  readonly isPartial?: boolean
}

function translate(
  text: string,
  { dictionary, names, isPartial = false }: TranslateOptions,
): string | undefined {
  const tokens = tokensOf(text)
  const parts: string[] = []
  let known = 0
  for (let at = 0; at < tokens.length; ) {
    const found = longestAt(at)
    if (!found) return undefined
    parts.push(found.text)
    known += found.isWord ? 1 : 0
    const next = tokens[at + found.length]
    const end = tokens[at + found.length - 1]?.end ?? 0
    const gap = text
      .slice(end, next?.start)
      .replace(/[？؟]/, '?')
      .replace(/[，、،；：]/, ',')
    parts.push(/[,?;:]/.exec(gap)?.[0] ?? '')
    at += found.length
  }
  return known > 0 ? parts.filter(Boolean).join(' ') : undefined

  function longestAt(at: number) {
    for (let length = Math.min(LONGEST_NAME, tokens.length - at); length > 0; length--) {
      const written = text.slice(tokens[at]?.start, tokens[at + length - 1]?.end)
      const key = nameKey(written)
      const english =
        dictionary.get(written.toLowerCase()) ??
        dictionary.get(key) ??
        dictionary.get(nameKey(written.replace(/['’]/g, ' ')))
      if (english !== undefined) return { text: english, length, isWord: true }
      if (names.has(key)) return { text: written, length, isWord: false }
      const bare = withoutPrefix(key)
      const after = dictionary.get(bare) ?? (names.has(bare) ? bare : undefined)
      if (bare !== key && after !== undefined)
        return { text: `${key.startsWith('و') ? 'and ' : ''}${after}`, length, isWord: true }
      if (length > 1) continue
      // Numbers, and names that only the collections know.
      if (isPartial || /^(?:\d|\p{Lu})/u.test(written))
        return { text: written, length, isWord: false }
    }
    return undefined
  }
}

export function withoutPrefix(key: string): string {
  return key.startsWith('لل') ? `ال${key.slice(2)}` : key.replace(PREFIX, '')
}

export function tokensOf(text: string) {
  return Array.from(text.matchAll(TOKEN), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
  }))
}

/** The parts of the text that name a place. */
function namesIn(text: string, facts: Facts): ReadonlySet<string> {
  const tokens = tokensOf(text)
  const windows = tokens.flatMap(({ start }, at) =>
    tokens.slice(at, at + LONGEST_NAME).map(({ end }) => nameKey(text.slice(start, end))),
  )
  const found = facts
    .findSubjects([...windows, ...windows.map(withoutPrefix)])
    .filter(({ isCode, subject }) => !isCode && PLACES.includes(subject.kind))
  return new Set(found.map(({ key }) => key))
}

const dictionaries = new Map<string, ReadonlyMap<string, string>>()

function dictionaryOf(language: string): ReadonlyMap<string, string> {
  const known = dictionaries.get(language)
  if (known) return known
  const { words = {}, companies = {} } = LANGUAGES[language] ?? {}
  const forms = [...Object.entries(companies), ...Object.entries(words)].flatMap(([english, own]) =>
    own.map(form => [form.toLowerCase(), english] as const),
  )
  // An accent parts "è" (is) from "e" (and); others may be left out.
  const bare = forms.map(([form, english]) => [nameKey(form), english] as const)
  const dictionary = new Map([...bare, ...forms])
  dictionaries.set(language, dictionary)
  return dictionary
}
