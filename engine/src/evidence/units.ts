import type { Passage } from '../library/passage.ts'
import { addressesModel } from '../text/addresses-model.ts'
import { blocks } from '../text/blocks.ts'
import { lines, sentences, trim } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'

/** A sentence, a field or a row of a table that can be quoted by itself. */
export interface Unit {
  readonly passage: Passage
  /** Relative to the passage's text. */
  readonly span: Span
  readonly text: string
  /** Label of a field; its value follows the label. */
  readonly label?: string
}

const MOST_CHARACTERS = 1_500
const LEAST_OPEN_WORDS = 8
/** A longer line of a list is quoted by sentences. */
const MOST_OF_LINE = 300
/** Fewer fields beside prose are part of it. */
const LEAST_FIELDS = 3

/**
 * Returns whether a passage consists of fields, with little prose among many. Among prose, a line like
 * `Default: 5` is a sentence.
 */
export function isRecord({ text }: Passage): boolean {
  const { field = [], prose = [] } = Object.groupBy(blocks(text), ({ kind }) => kind)
  const length = (some: readonly Span[]) =>
    some.reduce((sum, { start, end }) => sum + end - start, 0)
  return prose.length === 0 || (field.length >= LEAST_FIELDS && length(field) > length(prose))
}

/** Lists the sentences and fields of a passage that can be quoted, in reading order. */
export function unitsOf(passage: Passage): Unit[] {
  const hasFields = isRecord(passage)
  return piecesOf(passage, { hasFields, cut: statements }).filter(
    unit => !unit.isRow && isStatement(unit),
  )
}

/** Lists everything that a language model may quote: sentences, fields and rows of tables. */
export function quotableUnits(passage: Passage): Unit[] {
  const misleading = lines(passage.text).filter(({ start, end }) =>
    addressesModel(passage.text.slice(start, end)),
  )
  return piecesOf(passage, { hasFields: true, cut: sentences }).filter(
    ({ text, span }) =>
      text.length <= MOST_CHARACTERS &&
      !misleading.some(line => line.start < span.end && span.start < line.end),
  )
}

function piecesOf(
  passage: Passage,
  { hasFields, cut }: { readonly hasFields: boolean; readonly cut: (written: string) => Span[] },
) {
  const { text } = passage
  return blocks(text)
    .flatMap((block): (Span & { label?: string; isRow?: boolean })[] => {
      if (block.kind === 'heading') return []
      if (block.kind === 'field' && hasFields) {
        return [{ start: block.start, end: block.value.end, label: block.label }]
      }
      const isRow = block.kind === 'table'
      const written = text.slice(block.start, block.end)
      return (isRow ? lines(written) : cut(written)).map(({ start, end }) => ({
        ...trim(text, { start: block.start + start, end: block.start + end }),
        isRow,
      }))
    })
    .map(({ start, end, label, isRow = false }) => ({
      passage,
      span: { start, end },
      text: text.slice(start, end),
      ...(label !== undefined && { label }),
      isRow,
    }))
}

/** Cuts prose into sentences. A line of a list stays whole, since its `Default: 5` says nothing alone. */
function statements(written: string): Span[] {
  const all = lines(written)
  if (all.length === 1 && !isField(written)) return sentences(written)
  return all.flatMap(({ start, end }) => {
    const line = written.slice(start, end)
    if (line.length <= MOST_OF_LINE && !line.trimEnd().endsWith(':')) return [{ start, end }]
    return sentences(line).map(one => ({ start: start + one.start, end: start + one.end }))
  })
}

/**
 * Returns whether a unit makes sense by itself. A line that ends in a colon introduces text that is not
 * quoted with it, and a few words without a full stop are a caption. Text that addresses language
 * models is left out, because models read our answers.
 */
export function isStatement({ text, label }: Pick<Unit, 'text' | 'label'>): boolean {
  if (addressesModel(text) || text.length > MOST_CHARACTERS || /:["”’)\]]*$/.test(text))
    return false
  const isWhole = label !== undefined || isEnded(text) || isField(text)
  return isWhole || text.split(/\s+/).length >= LEAST_OPEN_WORDS
}

export function isEnded(text: string): boolean {
  return /[.!?…]["”’)\]]*$/.test(text)
}

/** Returns whether a line is a label with its value, such as `Default: 5`. */
export function isField(text: string): boolean {
  return /^[^:.!?]{1,60}:\s+\S/.test(text)
}
