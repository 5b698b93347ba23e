import { type AnswerKind, kindOfNoun } from '../question/answer-kind.ts'
import { nameSpans } from '../question/find-names.ts'
import type { Question } from '../question/question.ts'
import { quantities } from '../text/quantities.ts'
import type { Span } from '../text/span.ts'
import { contentWords, type Word } from '../text/words.ts'
import { dateSpans, yearSpans } from './date-spans.ts'
import { listSpans } from './list-spans.ts'
import { numberSpans, withUnit } from './number-spans.ts'

const MONEY_WORD = /\b(?:dollars?|pounds?|euros?|cents?|francs?|yen|marks?|shillings?|rupees?)\b/iu

/** What each item of the answer is: of a list, what its items are. */
export function kindWanted({ wants, focus }: Question): AnswerKind {
  if (wants !== 'list') return wants
  return kindOfNoun(contentWords(focus ?? '').at(-1)?.stem ?? '') ?? 'list'
}

/** The phrases of a sentence that are of the kind the question wants. Undefined: any phrase may be. */
export function answerPhrases(
  question: Question,
  { text, words }: { text: string; words: readonly Word[] },
): readonly Span[] | undefined {
  switch (kindWanted(question)) {
    case 'person':
    case 'place':
    case 'organisation': {
      const dates = dateSpans(text)
      return nameSpans(text, words).filter(
        ({ start, end }) => !dates.some(date => date.start <= start && date.end >= end),
      )
    }
    case 'date':
      return /\byear$/i.test(question.focus ?? '') ? yearSpans(text) : dateSpans(text)
    case 'number':
      // "How many ships" is answered by a number alone, "how far" is not.
      return question.focus === undefined
        ? numberSpans(text).map(span => withUnit(text, span))
        : numberSpans(text)
    case 'percent':
      return quantities(text).some(({ unit }) => unit === 'percent')
        ? numberSpans(text).filter(({ end }) => /(?:%|percent|per cent)$/.test(text.slice(0, end)))
        : []
    case 'money':
      return MONEY_WORD.test(text)
        ? numberSpans(text).map(span => withUnit(text, span))
        : quantities(text).filter(({ unit }) => unit === 'money')
    case 'list':
      return listSpans(text, words).map(span => afterAsked(question, { span, text, words }))
    default:
      return undefined
  }
}

/** A verb of the question may stand before the first item: "carried salt, iron and timber". */
function afterAsked(
  { stems }: Question,
  { span, text, words }: { span: Span; text: string; words: readonly Word[] },
): Span {
  const firstItem = text.slice(span.start, span.end).search(/,| (?:and|or) /)
  const inside = words.filter(
    word => word.start >= span.start && word.end <= span.start + firstItem,
  )
  const asked = inside.findLastIndex(({ stem }) => stems.includes(stem))
  return { start: inside[asked + 1]?.start ?? span.start, end: span.end }
}
