import ar from '../../data/languages/ar.json' with { type: 'json' }
import de from '../../data/languages/de.json' with { type: 'json' }
import es from '../../data/languages/es.json' with { type: 'json' }
import fr from '../../data/languages/fr.json' with { type: 'json' }
import it from '../../data/languages/it.json' with { type: 'json' }
import ja from '../../data/languages/ja.json' with { type: 'json' }
import nl from '../../data/languages/nl.json' with { type: 'json' }
import pt from '../../data/languages/pt.json' with { type: 'json' }
import zh from '../../data/languages/zh.json' with { type: 'json' }
import { detectLanguage } from '../text/detect-language.ts'
import { baseOf } from '../text/language-tag.ts'

type Words = Readonly<Record<string, string>>

/** The words of a language for answers, and names in its questions. */
export interface Language {
  /** Names of groups of countries and companies, and further names of countries, by the English one. */
  readonly names: Readonly<Record<string, readonly string[]>>
  /** Adjectives, inhabitants, currencies and nicknames by the English name of the country; a slash parts a stem from its key in `endings`. */
  readonly peoples?: Words
  /** The forms of a stem, which is the star: "* *e *en". */
  readonly endings?: Words
  /** Names of attributes and qualifiers, by the English one. */
  readonly labels: Words
  /** Sentences for one value of an attribute, by its label. */
  readonly say: Words
  /** Nouns with their article, by label or qualifier; a plus marks a plural, a colon an article that is left out: "le:l’âge". */
  readonly nouns?: Words
  /** By the article of a noun, the word for another one: "that" in "exceeds that of Peru". */
  readonly pronouns?: Words
  /** "The highest" and "the lowest" of a noun, by its label or its article. */
  readonly superlatives: Readonly<Record<string, readonly string[]>>
  /** By the form of a country's name, its article, which Unicode's data lack. */
  readonly articles?: readonly (readonly string[])[]
  /** A name with its article, by that; a plus marks a plural. */
  readonly definite?: Words
  /** Sentences around figures; "{is|are}" has the verb for one and for several. */
  readonly frames: Readonly<Record<Frame, string>>
  /** Whole English values, items of lists and towns, by the English ones. */
  readonly items: Words
  /** Words of English values, such as units and offices. */
  readonly terms: Words
  /** By the article of a name, how to say that something is of it; usually, and before a vowel. */
  readonly owners: Words
}

export type Frame = keyof (typeof de)['frames']

export const LANGUAGES: Readonly<Record<string, Language>> = {
  ...{ de, fr, es, pt, it, nl, zh, ja, ar },
}

/** Languages with a script of their own, which are detected for short texts in others too. */
const SCRIPTS: readonly (readonly [string, RegExp])[] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ar', /\p{Script=Arabic}/u],
]

/** The language of a question, if answers can be said in it. */
export function languageOf(text: string): string | undefined {
  const detected = baseOf(detectLanguage(text) ?? '')
  const [script] = SCRIPTS.find(([, letters]) => letters.test(text)) ?? []
  const isOther = SCRIPTS.some(([language]) => language === detected)
  const language = detected === 'en' || isOther ? script : (script ?? detected)
  return language !== undefined && LANGUAGES[language] ? language : undefined
}

export const LONGEST_NAME = 12
/** One letter at a time where no spaces part the words, but a word of katakana, in which a name is a piece of another word. */
const TOKEN =
  /[\p{Script=Katakana}ー]+|(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]|\d[\d.,]*\d|\d|(?:(?![\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}])[\p{L}\p{M}\p{N}])+/gu
/** An article or a preposition before a vowel, in French, Italian and Portuguese. */
const ELISION =
  /(?<![\p{L}\p{N}'’])(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|(?:d|n|qu)?(?:all|ell)|sull|quest|un)['’](?=\p{L}[\p{L}&])/giu
/** "And", "for" and "in", which Arabic writes as one word with the next. */
const PREFIX = /^(?:و|ل|ب)(?=\p{L}{3})/u

export function withoutPrefix(key: string): string {
  return key.startsWith('لل') ? `ال${key.slice(2)}` : key.replace(PREFIX, '')
}

/** Leaves "Inde" of "l'Inde", in the same place of the text. */
export function withoutElision(text: string): string {
  return text.replace(ELISION, ({ length }) => ' '.repeat(length))
}

export function tokensOf(text: string) {
  return Array.from(text.matchAll(TOKEN), ({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
  }))
}
