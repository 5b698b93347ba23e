import { isDeepStrictEqual } from 'node:util'
import vocabulary from '../../data/words.json' with { type: 'json' }
import { type Word, words } from '../text/words.ts'
import { DERIVED } from './derived-figures.ts'
import type { Attribute, Fact } from './fact.ts'
import type { Shape } from './say-items.ts'
import { TOURNAMENTS } from './tournament-words.ts'

/** One thing that a phrase of a question may mean. */
export type Sense =
  | { readonly type: 'attribute'; readonly attribute: Attribute; readonly qualifier?: string }
  /** "Living standards": several attributes, each with all that its words may mean. */
  | {
      readonly type: 'theme'
      readonly sets: readonly (readonly Extract<Sense, { readonly type: 'attribute' }>[])[]
      /** Figures that belong to it and are in no collection. */
      readonly lacks: readonly string[]
      /** True if its measures decide together who is ahead. */
      readonly isJudged?: boolean
    }
  /** "Richest": the highest value of an attribute that need not be named. */
  | { readonly type: 'extreme'; readonly attribute: Attribute; readonly direction: Direction }
  | { readonly type: 'section'; readonly section: string }
  | { readonly type: 'kind'; readonly kind: string }
  | Condition
  | { readonly type: 'qualifier'; readonly qualifier: string }

/** A condition that has a word of its own: "landlocked", "African", "NATO members". */
export interface Condition extends Predicate {
  readonly type: 'condition'
  readonly attribute: Attribute
  readonly qualifier: string
  readonly has: (fact: Fact) => boolean
  /** True if the value itself says best that a subject meets the condition. */
  readonly saysFact: boolean
  readonly group?: CountryGroup
}

/** A region, the members of an organization, or a part of the world such as the Sahel. */
interface CountryGroup {
  /** In a sentence: "the EU". */
  readonly name: string
  /** Its names in questions. */
  readonly words: readonly string[]
  /** True of a part of the world, false of an organization. */
  readonly isRegion: boolean
}

interface Predicate {
  /** In a sentence: "are landlocked". */
  readonly is: string
  readonly isNot: string
}

interface Feature extends Predicate {
  readonly words: readonly string[]
  readonly label: string
  readonly qualifier?: string
  readonly least?: number
  readonly most?: number
  /** Subjects that it is not true of: a base of the US is no country on the border of Cuba. */
  readonly without?: readonly string[]
  /** A word that the value has, as a regular expression. */
  readonly text?: string
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
  /** True of a record, such as a prize, a title or an office, that somebody holds. */
  readonly isRecord?: boolean
  /** How many hold it, with `{count}`. */
  readonly counted?: string
  /** Words for one that holds it, and for several. */
  readonly nouns?: readonly string[]
  /** Words for the highest and the lowest value, if they are not these. */
  readonly degrees?: readonly string[]
  /** A condition on the value within a sentence, with `{value}`: "have their headquarters in {value}". */
  readonly having?: string
  /** Words for subjects of a class, such as "chipmaker", with the values that each stands for. */
  readonly classes?: Readonly<Record<string, readonly string[]>>
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
  /** For a qualifier whose holders are all listed, the words for them: the others have none. */
  readonly whole?: Readonly<Record<string, string>>
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
  /** The qualifier that sums up others, and so is no part of the mix. */
  readonly sum?: string
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
  /** Single words of all phrases, to which a misspelled word is compared. */
  readonly spelled: ReadonlySet<string>
}

export const LONGEST_PHRASE = 7
export const ORGANIZATIONS = 'International organization participation'
const REGION = 'Region'

type ByLabel = Readonly<Record<string, AttributeWords>>
const ATTRIBUTES: Readonly<Record<string, ByLabel>> = {
  ...vocabulary.attributes,
  football: { ...vocabulary.attributes.football, ...TOURNAMENTS },
}
const SAID: Readonly<Record<string, string>> = vocabulary.said
const FEATURES: readonly Feature[] = vocabulary.features
const LEFT: Readonly<Record<string, readonly string[]>> = vocabulary.left
/** Each by words for its attributes. */
const THEMES: readonly (Readonly<Record<'words' | 'of' | 'lacks', readonly string[]>> & {
  readonly isJudged?: boolean
})[] = vocabulary.themes
/** Labels of figures of which the lowest is the best. */
export const LOW_IS_BETTER = new Set(vocabulary.lowIsBetter)
/** Labels of figures of which neither more nor less is better. */
export const NO_BETTER_SIDE = new Set(vocabulary.noBetterSide)
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

const YEARS_OFF =
  /(?<!the |first |last |over )\b(?:in )?(?:the year|(\d{1,2}) years) (after|before) (\d{4})\b/g

/** "In the year after 1973" is in 1974. */
function toYears(question: string): string {
  return question.replace(YEARS_OFF, (_, by = 1, way, year) =>
    String(`in ${Number(year) + (way === 'after' ? 1 : -1) * by}`),
  )
}

/** Creates the lexicon of the collections that are installed. */
export function createLexicon(attributes: readonly Attribute[]): Lexicon {
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
  for (const attribute of attributes) {
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
  for (const { words: phrases, of, lacks, isJudged = false } of THEMES) {
    const sensesOf = (one: string) => senses.get(keyOf(words(one))) ?? []
    const sets = of.map(one => sensesOf(one).filter(sense => sense.type === 'attribute'))
    add(phrases, {
      type: 'theme',
      sets: sets.filter(set => set.length > 0),
      lacks,
      isJudged,
    })
  }
  const labelled = (wanted: string) => attributes.find(({ label }) => label === wanted)
  for (const { words: phrases, label, qualifier = '', is, isNot, ...feature } of FEATURES) {
    const { least, most, text, without = [] } = feature
    const attribute = labelled(label)
    const isWithin = ({ number = Number.NaN, subject }: Fact) =>
      number >= (least ?? number) && number <= (most ?? number) && !without.includes(subject.name)
    const word = text === undefined ? undefined : wholeWords(text)
    const has = (fact: Fact) => (word ? word.test(fact.text ?? '') : isWithin(fact))
    const saysFact = (least ?? most ?? text) === undefined
    if (attribute)
      add(phrases, { type: 'condition', attribute, qualifier, has, is, isNot, saysFact })
  }
  for (const [section, phrases] of Object.entries(vocabulary.sections))
    add(phrases, { type: 'section', section })
  for (const [kind, phrases] of Object.entries(vocabulary.kinds))
    add(phrases, { type: 'kind', kind })
  const addGroup = (label: string, group: CountryGroup, has: Condition['has']) => {
    const attribute = labelled(label)
    const within = `${/(?:states|countries)$/.test(group.name) ? 'among' : 'in'} ${group.name}`
    const words = { is: `are ${within}`, isNot: `are not ${within}` }
    const test = { qualifier: '', has, saysFact: false }
    if (attribute) add(group.words, { type: 'condition', attribute, group, ...words, ...test })
  }
  for (const [name, phrases] of Object.entries(vocabulary.groups)) {
    const regions = UNIONS[name] ?? [name]
    const group = { name: SAID[name] ?? name, words: phrases, isRegion: true }
    const isOut = ({ subject }: Fact) => LEFT[name]?.includes(subject.name) === true
    addGroup(REGION, group, fact => regions.includes(fact.text ?? '') && !isOut(fact))
  }
  for (const [name, { words: phrases, countries }] of Object.entries(vocabulary.regions)) {
    const group = { name, words: phrases, isRegion: true }
    addGroup(REGION, group, ({ subject }) => countries.includes(subject.name))
  }
  for (const [key, phrases] of Object.entries(vocabulary.members)) {
    const group = { name: SAID[key] ?? key, words: phrases, isRegion: false }
    const hasLeft = ({ subject }: Fact) => LEFT[key]?.includes(subject.name) === true
    addGroup(ORGANIZATIONS, group, fact => isListed(fact, key) && !hasLeft(fact))
  }
  for (const { words: phrases, named } of DERIVED) {
    const attribute = labelled(named)
    // "GDP per capita" is a series of its own.
    const own = phrases.filter(phrase => !senses.has(keyOf(words(phrase))))
    if (attribute) add(own, { type: 'attribute', attribute })
  }
  for (const [qualifier, phrases] of Object.entries(vocabulary.qualifiers)) {
    add(phrases, { type: 'qualifier', qualifier })
  }
  return {
    reword: question => rewrite(retype(toYears(question)), FORMS),
    find: stems => senses.get(stems.join(' ')) ?? [],
    wordsOf: ({ collection, label }) => ATTRIBUTES[collection]?.[label],
    spelled,
  }
}

/** "EU" is listed by itself, not as an observer: "NATO (partner)". */
function isListed({ text = '' }: Fact, organization: string): boolean {
  return text.split(/[,;]\s*/).some(entry => entry.trim() === organization)
}

export function patternOf(word: string): RegExp {
  return wholeWords(RegExp.escape(word))
}

function wholeWords(pattern: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${pattern})(?![\\p{L}])`, 'iu')
}
