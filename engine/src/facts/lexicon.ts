import { isDeepStrictEqual } from 'node:util'
import vocabulary from '../../data/words.json' with { type: 'json' }
import { type Word, words } from '../text/words.ts'
import type { Attribute } from './fact.ts'
import type { Facts } from './open-facts.ts'
import type { Shape } from './say-items.ts'

/** One thing that a phrase of a question may mean. */
export type Sense =
  | { readonly type: 'attribute'; readonly attribute: Attribute; readonly qualifier?: string }
  /** "Living standards": several attributes, each with all that its words may mean. */
  | {
      readonly type: 'theme'
      readonly sets: readonly (readonly Extract<Sense, { readonly type: 'attribute' }>[])[]
      /** Figures that belong to it and are in no collection. */
      readonly lacks: readonly string[]
    }
  /** "Richest": the highest value of an attribute that need not be named. */
  | { readonly type: 'extreme'; readonly attribute: Attribute; readonly direction: Direction }
  | { readonly type: 'section'; readonly section: string }
  | { readonly type: 'kind'; readonly kind: string }
  /** Regions of the world. */
  | { readonly type: 'group'; readonly group: string; readonly regions: readonly string[] }
  /** An organization that countries are members of. */
  | {
      readonly type: 'member'
      readonly organization: string
      readonly names: readonly string[]
      /** Its name in a sentence. */
      readonly said: string
      /** Countries that are not in it, though their profile lists it. */
      readonly left: readonly string[]
    }
  /** A part of the world that is no region of the collections, such as the Sahel. */
  | { readonly type: 'area'; readonly area: string; readonly countries: readonly string[] }
  | { readonly type: 'qualifier'; readonly qualifier: string }
  /** A figure that is calculated from two others, such as the trade balance. */
  | { readonly type: 'derived'; readonly derived: Derived }
  /** A condition on a value that has a word of its own, such as "landlocked". */
  | ({ readonly type: 'feature'; readonly attribute: Attribute } & Omit<Feature, 'words' | 'label'>)

interface Feature {
  readonly words: readonly string[]
  readonly label: string
  readonly qualifier?: string
  readonly least?: number
  readonly most?: number
  /** A word that the value has. */
  readonly text?: string
  /** In a sentence: "are landlocked". */
  readonly is: string
  readonly isNot: string
}

/** A figure that no collection has, as two that they do have. */
export interface Derived {
  readonly named: string
  readonly by: 'minus' | 'times' | 'per'
  /** For each of the two, the attributes that may hold it, with their qualifier. */
  readonly of: readonly (readonly (readonly string[])[])[]
}

export type Direction = 'highest' | 'lowest'

/** The words for an attribute, from the collections' vocabulary. */
export interface AttributeWords {
  readonly words: readonly string[]
  /** The qualifier that is meant if none is named. */
  readonly main?: string
  /** Words for single qualifiers. */
  readonly of?: Readonly<Record<string, readonly string[]>>
  /** Words that a value must contain if the question does: "president" does not mean a king. */
  readonly titles?: readonly string[]
  readonly high?: readonly string[]
  readonly low?: readonly string[]
  /** Verbs and nouns of a record, such as a prize, that ask who holds it. */
  readonly holders?: readonly string[]
  /** How many hold it, with `{count}`. */
  readonly counted?: string
  /** Words for the highest and the lowest value, if they are not these. */
  readonly degrees?: readonly string[]
  /** A condition on the value within a sentence, with `{value}`: "have their headquarters in {value}". */
  readonly having?: string
  /** A word that an entry of the value must have to count: an official language. */
  readonly entry?: string
  /** Sentences for the items of a value that is a list with figures. */
  readonly entries?: EntryWords
  /** A date, a code or a rate of money, which is neither more nor less than another one. */
  readonly isCompared?: boolean
  /** True if a value of zero means that there is none: a landlocked country has no shortest coastline. */
  readonly zeroIsNone?: boolean
  /** The label within a sentence. */
  readonly named?: string
  /** The same with a qualifier. */
  readonly namedOf?: Readonly<Record<string, string>>
  /** For a qualifier that the collection lacks, the one that is given instead. */
  readonly near?: Readonly<Record<string, string>>
  /** How often a subject holds the record, with `{subject}`, `{times}` and `{years}`. */
  readonly often?: string
  /** A sentence for a fact, with `{subject}`, `{value}`, `{year}` and the like. */
  readonly say?: string
  /** The same for a term that has not ended. */
  readonly sayNow?: string
  /** The same for values of a form. */
  readonly shapes?: readonly Shape[]
  /** Sentences with `{list}` for the items that have the word `entry`: for one, and for several. */
  readonly sayEntries?: readonly string[]
  /** For questions whether something is so, what the value says. */
  readonly verdicts?: readonly Verdict[]
  /** For two values, who has more and who has less, with `{a}`, `{x}`, `{b}` and `{y}`, by qualifier. */
  readonly compare?: Readonly<Record<string, readonly string[]>>
  /** The shares of a whole, with `{list}`. */
  readonly mix?: string
  /** The same for facts with a qualifier. */
  readonly sayOf?: Readonly<Record<string, string>>
}

/** Regular expressions for a question, and for values that mean "yes" or "no" to it. */
interface Verdict {
  readonly asks: string
  readonly yes?: string
  readonly no?: string
  /** Sentences that say it in place of the value, with `{subject}` and `{value}`. */
  readonly sayYes?: string
  readonly sayNo?: string
}

interface EntryWords {
  /** For one item, with `{entry}`, `{value}`, `{owner}`, `{subject}` and `{year}`. */
  readonly say: string
  /** The figure of an item, with `{entry}`: "share of the population that is Muslim". */
  readonly named: string
  /** For the highest and the lowest item. */
  readonly most?: readonly string[]
  /** For an item that is more than half. */
  readonly majority?: string
  /** For the highest item in the lists of a group, with `{among}` and `{subjects}`. */
  readonly among?: string
  /** For items that the lists of two subjects share, with `{entries}` and `{subjects}`. */
  readonly shared?: string
  /** For an item that is not in the list, with `{entry}`, and `{list}` or `{names}`. */
  readonly without?: string
}

export interface Lexicon {
  /** The senses of a phrase, given by the stems of its words, in the order of the collections. */
  find(stems: readonly string[]): readonly Sense[]
  wordsOf(attribute: Attribute): AttributeWords | undefined
  /** The question in words that have a sense, if it is asked in one of the forms that have none. */
  reword(question: string): string
  /** Labels of the attributes that make up an overview. */
  readonly overview: readonly string[]
  /** Single words of all phrases, to which a misspelled word is compared. */
  readonly spelled: ReadonlySet<string>
}

export const LONGEST_PHRASE = 7

type ByLabel = Readonly<Record<string, AttributeWords>>
const ATTRIBUTES: Readonly<Record<string, ByLabel>> = vocabulary.attributes
const SAID: Readonly<Record<string, string>> = vocabulary.said
const FEATURES: readonly Feature[] = vocabulary.features
const LEFT: Readonly<Record<string, readonly string[]>> = vocabulary.left
const DERIVED = vocabulary.derived as readonly (Derived & { readonly words: readonly string[] })[]
/** Each by words for its attributes. */
const THEMES: readonly Record<'words' | 'of' | 'lacks', readonly string[]>[] = vocabulary.themes
const UNIONS: Readonly<Record<string, readonly string[]>> = vocabulary.unions

type Forms = readonly (readonly [RegExp, string])[]

const formsOf = (forms: readonly (readonly string[])[]): Forms =>
  forms.map(([form = '', reworded = '']) => [new RegExp(form, 'iu'), reworded])

/** Words as they are typed in a hurry: "us gdp", "the worlds population". */
const TYPED = formsOf(vocabulary.typed)
/** Forms of questions such as "what does Chile export", which asks for goods and not for an amount. */
const FORMS = formsOf(vocabulary.forms)

function rewrite(question: string, forms: Forms): string {
  return forms.reduce((text, [form, words]) => text.replace(form, words), question)
}

/** Writes out what was typed in a hurry. */
export function retype(question: string): string {
  return rewrite(question, TYPED)
}

/** Creates the lexicon of the collections that are installed. */
export function createLexicon(facts: Facts): Lexicon {
  const senses = new Map<string, Sense[]>()
  const spelled = new Set<string>()
  const keyOf = (own: readonly Word[]) => own.map(({ stem }) => stem).join(' ')
  const add = (phrases: readonly string[] | undefined, sense: Sense) => {
    for (const phrase of phrases ?? []) {
      const own = words(phrase)
      const key = keyOf(own)
      for (const { folded } of own) spelled.add(folded)
      const known = senses.get(key) ?? []
      if (!known.some(one => isDeepStrictEqual(one, sense))) senses.set(key, [...known, sense])
    }
  }
  for (const attribute of facts.attributes()) {
    const own = ATTRIBUTES[attribute.collection]?.[attribute.label]
    if (!own) continue
    add([...new Set([attribute.label.replace(/\(.*\)/, ''), ...own.words])], {
      type: 'attribute',
      attribute,
    })
    for (const [qualifier, phrases] of Object.entries(own.of ?? {})) {
      add(phrases, { type: 'attribute', attribute, qualifier })
    }
    add(own.high, { type: 'extreme', attribute, direction: 'highest' })
    add(own.low, { type: 'extreme', attribute, direction: 'lowest' })
  }
  for (const { words: phrases, of, lacks } of THEMES) {
    const sensesOf = (one: string) => senses.get(keyOf(words(one))) ?? []
    const sets = of.map(one => sensesOf(one).filter(sense => sense.type === 'attribute'))
    add(phrases, { type: 'theme', sets: sets.filter(set => set.length > 0), lacks })
  }
  for (const { words: phrases, label, ...feature } of FEATURES) {
    const attribute = facts.attributes().find(one => one.label === label)
    if (attribute) add(phrases, { type: 'feature', attribute, ...feature })
  }
  for (const [section, phrases] of Object.entries(vocabulary.sections))
    add(phrases, { type: 'section', section })
  for (const [kind, phrases] of Object.entries(vocabulary.kinds))
    add(phrases, { type: 'kind', kind })
  for (const [group, phrases] of Object.entries(vocabulary.groups)) {
    add(phrases, { type: 'group', group, regions: UNIONS[group] ?? [group] })
  }
  for (const [organization, names] of Object.entries(vocabulary.members)) {
    const said = SAID[organization] ?? organization
    const left = LEFT[organization] ?? []
    add(names, {
      type: 'member',
      organization,
      names,
      said,
      left,
    })
  }
  for (const [area, { words: phrases, countries }] of Object.entries(vocabulary.regions))
    add(phrases, { type: 'area', area, countries })
  for (const { words: phrases, ...derived } of DERIVED) add(phrases, { type: 'derived', derived })
  for (const [qualifier, phrases] of Object.entries(vocabulary.qualifiers)) {
    add(phrases, { type: 'qualifier', qualifier })
  }
  return {
    reword: question => rewrite(retype(question), FORMS),
    find: stems => senses.get(stems.join(' ')) ?? [],
    wordsOf: ({ collection, label }) => ATTRIBUTES[collection]?.[label],
    overview: vocabulary.overview,
    spelled,
  }
}
