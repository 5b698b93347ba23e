import type { FactAnswer } from './answer.ts'
import type { Subject } from './fact.ts'
import type { FactQuestion } from './read-question.ts'
import { sayFact, sayTogether, tableOf } from './say-facts.ts'
import { type Asking, valuesOf } from './select-facts.ts'

export function sectionsOf({ question }: Asking): string[] {
  const named = question.phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => (sense.type === 'section' ? sense.section : [])),
  )
  return [...new Set(named)]
}

export function isWhy({ text }: FactQuestion): boolean {
  return /^why\b/i.test(text)
}

export function noReason({ text }: FactQuestion): string {
  return `${text.replace(/[\s?]+$/, '')}: the sources hold facts about this, but no explanation`
}

/** Several answers as one: as many statements of each as there is room for, the rest as details. */
export function joined(answers: readonly FactAnswer[], { most }: Asking): FactAnswer {
  const each = Math.max(1, Math.floor(most / answers.length))
  const columns = answers.find(({ table }) => table)?.table?.columns
  const rows = answers.flatMap(({ table }) => table?.rows ?? [])
  return {
    statements: answers.flatMap(({ statements }) => statements.slice(0, each)),
    details: answers.flatMap(({ statements, details }) => [...statements.slice(each), ...details]),
    ...(columns && { table: { columns, rows } }),
    missing: answers.flatMap(({ missing }) => missing),
  }
}

/** The section of an attribute is the best place to look for reasons. */
export function sectionsOfWhy({ question }: Asking): string[] {
  if (!isWhy(question)) return []
  return question.phrases.flatMap(({ senses }) =>
    senses.flatMap(sense => ('attribute' in sense ? sense.attribute.section : [])),
  )
}

export function answerSections(
  groups: readonly (readonly Subject[])[],
  sections: readonly string[],
  asking: Asking,
): FactAnswer {
  const attributes = asking.facts.attributes().filter(({ section }) => sections.includes(section))
  return answerRows(
    groups,
    attributes.map(({ id }) => id),
    asking,
  )
}

export function answerOverview(
  groups: readonly (readonly Subject[])[],
  asking: Asking,
): FactAnswer {
  const { overview } = asking.lexicon
  const attributes = asking.facts
    .attributes()
    .filter(({ label }) => overview.includes(label))
    .toSorted((one, other) => overview.indexOf(one.label) - overview.indexOf(other.label))
  const ids = attributes.map(({ id }) => id)
  const answer = answerRows(groups, ids, asking)
  if (answer.statements.length > 0) return answer
  // A person or a company has few facts: all of them make its overview.
  const all = asking.facts.attributes().map(({ id }) => id)
  return answerRows(groups, all, asking)
}

/** The main value of each attribute; side by side for several subjects. */
function answerRows(
  groups: readonly (readonly Subject[])[],
  attributes: readonly number[],
  asking: Asking,
): FactAnswer {
  const subjects = groups.flatMap(group => group.slice(0, 1))
  const known = new Map(asking.facts.attributes().map(attribute => [attribute.id, attribute]))
  const rows = attributes.flatMap(id => {
    const attribute = known.get(id)
    if (!attribute) return []
    const found = subjects.map(subject =>
      valuesOf(subject, [{ type: 'attribute', attribute }], asking),
    )
    return [found.map(own => own.filter(({ qualifier }) => qualifier !== 'note'))]
  })
  const held = rows.filter(row => row.some(own => own.length > 0))
  if (subjects.length > 1) {
    const shared = held
      .filter(row => row.every(own => own.length > 0))
      .map(row => row.flatMap(own => own.slice(0, 1)))
    const statements = shared.map(row => sayTogether(row, { lexicon: asking.lexicon }))
    return {
      statements: statements.slice(0, asking.most),
      details: statements.slice(asking.most),
      ...(shared.length > 0 && { table: tableOf(shared.flat()) }),
      missing: [],
    }
  }
  const statements = held.flat(2).map(fact => sayFact(fact, asking))
  return {
    statements: statements.slice(0, asking.most),
    details: statements.slice(asking.most),
    missing: [],
  }
}
