import type { FactAnswer } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import { attributesOf } from '../filters.ts'
import type { Phrase } from '../find-named.ts'
import { topicsOf } from '../report/topics.ts'
import { type Asking, type AttributeSense, isSeries, sensesOf } from '../select-facts.ts'
import { groupsIn } from '../with-groups.ts'
import { answerOverview, answerSections, joined } from './answer-topics.ts'
import { answerValues, isListed, neighboursIn, ofShares, type Sets } from './answer-values.ts'

/** "Which countries gained independence from France?" asks for other countries; only borders name them. */
const OF_OTHERS =
  /\b(?:which|what|how many) (?:\w+ )?(?:countries|nations)\b|\bhow many people speak\b/i
/** Answers questions about named subjects: values, comparisons, series, sections, an overview. */
export function answerAboutSubjects(asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const { text, mentions, phrases, rest, operations } = question
  // "Is the production of Norway higher than the consumption of Norway?" names one country.
  const bySubject = new Map(mentions.map(({ subjects }) => [subjects[0]?.id, subjects]))
  const groups = [...bySubject.values()]
  const strangers = rest.filter(word => /^\p{Lu}/u.test(word))
  if ([...phrases, ...mentions].some(({ isNegated }) => isNegated)) return undefined
  // A figure is no reason.
  if (/^why\b/i.test(text)) return undefined
  if (strangers.length < rest.length || question.thresholds.length > 0) return undefined
  // "Western Australia" is not Australia, and "the Muslim population" not the population.
  if (!strangers.every(word => isListed(word, question)) || !isHonoured(asking)) return undefined
  const { sets, sections } = topicsIn(asking)
  const isOfPeople = ({ attribute }: AttributeSense) =>
    asking.lexicon.wordsOf(attribute)?.titles !== undefined
  const isWho = /^who\b/i.test(text) && sets.length > 0 && !question.direction
  if (isWho && !sets.flat().some(isOfPeople)) return undefined
  const isDate = ({ attribute }: AttributeSense) =>
    asking.lexicon.wordsOf(attribute)?.degrees?.includes('earliest') === true
  // A year is no place: "Where was eBay founded?"
  if (/^(?:and )?where\b/i.test(text) && sets.flat().some(isDate)) return undefined
  // The year of a peak is none of the values now.
  if (question.direction && /^in (?:which|what) year/i.test(asking.asked ?? text)) return undefined
  // The figures of a country are not those of a group that is named beside it.
  if (groups.length === 0 || groupsIn(question, asking.facts).length > 0) return undefined
  const isOfBorders = sets.flat().some(({ attribute }) => /boundaries/i.test(attribute.label))
  // "EU countries that border Germany" are not all of its neighbours.
  const isOfGroup = sensesOf('condition', asking).length > 0 && sensesOf('kind', asking).length > 0
  if (isOfBorders && isOfGroup) return undefined
  if (OF_OTHERS.test(text) && !isOfBorders && sets.length > 0) return undefined
  if (isShared(asking)) return undefined
  const isKnown = strangers.length === 0
  if (sections.length > 0 && isKnown) {
    const values = sets.length > 0 ? [answerValues(groups, sets, asking)] : []
    return joined([...values, ...sections.map(one => answerSections(groups, one, asking))], asking)
  }
  // The party of a head of government is not recorded, and is not all parties.
  const offices = sets.filter(senses => senses.some(isOfPeople))
  if (offices.length > 0 && /\bparty\b/i.test(text)) {
    const answer = answerValues(groups, offices, asking)
    return { ...answer, missing: [...answer.missing, 'The party of the holder of the office'] }
  }
  const isOfNeighbours = isOfBorders && OF_OTHERS.test(text)
  if (isOfNeighbours && groups.length === 1) {
    const answer = answerValues(groups, sets, asking)
    // "… and what are their capitals?" asks about the neighbours.
    const facts = neighboursIn(answer, asking)
    return facts.length > 1
      ? { ...answer, list: { facts, isRanked: false, isForOne: false } }
      : answer
  }
  if (sets.length > 0) return ofShares(answerValues(groups, sets, asking), question)
  const isWhole = operations.has('overview') || operations.has('compare')
  return isKnown && isWhole ? answerOverview(groups, asking) : undefined
}

/** The attributes and the sections that are asked for. A list after a colon says what those before it mean. */
function topicsIn(asking: Asking): { readonly sets: Sets; readonly sections: readonly string[] } {
  const { text, phrases, operations } = asking.question
  const isOver = isSeries(asking.question) || operations.has('change')
  const isListed = ({ start }: Phrase) => start > text.indexOf(':') && text.includes(':')
  const isOfSection = ({ senses }: Phrase) => senses.some(({ type }) => type === 'section')
  const isAsked = (one: Phrase) => setsIn(one).length > 0 || isOfSection(one)
  const listed = phrases.filter(one => isListed(one) && isAsked(one))
  const named = listed.length > 1 ? listed : phrases
  const sections = named.flatMap(({ senses }) =>
    senses.flatMap(sense => (sense.type === 'section' ? sense.section : [])),
  )
  const series = topicsOf(asking.facts).all.flatMap(({ section, series: attribute }) =>
    attribute && sections.includes(section) ? [[{ type: 'attribute' as const, attribute }]] : [],
  )
  const own = sections.length > 0 ? named.filter(one => !isOfSection(one)) : named
  const sets = setsOf({ ...asking, question: { ...asking.question, phrases: own } })
  // "How has the economy changed?" asks for its figures over the years.
  if (isOver && series.length > 0) return { sets: [...series, ...sets], sections: [] }
  return { sets, sections: [...new Set(sections)] }
}

/** Each attribute of a theme is asked for. */
function setsIn(phrase: Phrase): Sets {
  const theme = phrase.senses.find(({ type }) => type === 'theme')
  const sets = theme?.type === 'theme' ? theme.sets : [attributesOf(phrase)]
  return sets.filter(senses => senses.length > 0)
}

/** "Which languages are spoken" names one attribute twice; "Is Bolivia larger than Peru?" compares by area. */
function setsOf(asking: Asking): Sets {
  const { phrases, mentions } = asking.question
  const inOrder = phrases.toSorted((one, other) => one.start - other.start)
  const named = inOrder.flatMap(setsIn)
  const extremes = phrases.map(({ senses }) =>
    senses.flatMap(one =>
      one.type === 'extreme' ? [{ type: 'attribute' as const, attribute: one.attribute }] : [],
    ),
  )
  const sets = (named.length === 0 && mentions.length > 1 ? extremes : named).filter(
    senses => senses.length > 0,
  )
  const keyOf = (senses: readonly AttributeSense[]) =>
    senses.map(({ attribute, qualifier }) => `${attribute.id} ${qualifier}`).join()
  return [...new Map(sets.map(senses => [keyOf(senses), senses])).values()]
}

/** Returns whether the question asks for nothing but values of the subjects. */
function isHonoured(asking: Asking): boolean {
  const { text, conditions, operations, mentions } = asking.question
  const { relation, others, ...narrow } = conditions
  const isOfKind = sensesOf('kind', asking).length > 0
  const isOpen = others.every(
    word => ['also', 'both', 'each', 'only'].includes(word) && (!isOfKind || isShared(asking)),
  )
  const isApart = relation === undefined || (relation === 'between' && operations.has('compare'))
  const isAlone = mentions.length < 2
  if (!isOpen || !isApart || !isPlain({ ...narrow, isLast: false, others: [] })) return false
  if (/\b(?:than|rank(?:s|ed|ing)?)\b/i.test(text) && isAlone) return false
  // Of several, the average over them is meant, and of one that of its rates over years.
  return !operations.has('average') || !isSeries(asking.question)
}

/** "Which countries border both France and Germany?" */
function isShared(asking: Asking): boolean {
  const { others } = asking.question.conditions
  return others.join() === 'both' && sensesOf('kind', asking).length > 0
}
