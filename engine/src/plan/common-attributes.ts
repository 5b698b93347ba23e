import { findFields } from '../extractive/find-fields.ts'
import type { Passage } from '../library/passage.ts'
import type { Source } from '../search/source.ts'
import { blocks } from '../text/blocks.ts'
import { leadingValue } from '../text/leading-value.ts'
import type { Subject } from './part.ts'

/** What most people mean when they want two things of a kind compared. */
const TELLING = [
  'area',
  'population',
  'GDP per capita',
  'life expectancy',
  'revenue',
  'net income',
  'employees',
  'price',
  'size',
  'weight',
]
const MOST_ATTRIBUTES = 6
const MOST_SUBJECTS = 20
const MOST_LABEL_WORDS = 8
/** The label is the measure, not one that merely has its words. */
const LEAST_FIT = 0.8

/**
 * The figures by which subjects can be compared when nothing in particular was asked for: fields that
 * all of them have, the telling ones first, then the first figure of each section, then any.
 */
export async function commonAttributes(
  subjects: readonly Subject[],
  source: Source,
): Promise<string[]> {
  const documents = await Promise.all(
    subjects
      .slice(0, MOST_SUBJECTS)
      .flatMap(({ documentIds }) => documentIds.slice(0, 1))
      .map(source.read),
  )
  const [first, ...others] = documents
  if (!first || others.length === 0) return []
  const known = others.map(passages => new Set(figuresOf(passages).map(({ label }) => label)))
  const common = figuresOf(first).filter(({ label }) => known.every(labels => labels.has(label)))
  const labels = new Set(common.map(({ label }) => label))
  const telling = TELLING.flatMap(attribute => {
    const found = findFields(attribute, first).find(
      ({ label = '', score }) => score >= LEAST_FIT && labels.has(label),
    )
    return found?.label === undefined ? [] : [found.label]
  })
  const sections = [...Map.groupBy(common, ({ section }) => section).values()]
  const firsts = sections.flatMap(figures => figures[0]?.label ?? [])
  return [...new Set([...telling, ...firsts, ...labels])].slice(0, MOST_ATTRIBUTES)
}

/** The fields of a document whose value is a figure, with the outermost heading above each. */
function figuresOf(passages: readonly Passage[]): { label: string; section: string }[] {
  return passages.flatMap(({ text, headings }) => {
    let section = headings[0] ?? ''
    return blocks(text).flatMap(block => {
      if (block.kind === 'heading' && block.level === 1) section = block.title
      if (block.kind !== 'field' || block.label.split(/\s+/).length > MOST_LABEL_WORDS) return []
      return leadingValue(text, block.value).quantity ? [{ label: block.label, section }] : []
    })
  })
}
