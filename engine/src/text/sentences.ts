import type { Span } from './span.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
/** A full stop after these does not end a sentence. */
const ABBREVIATION =
  /(?:^|[\s(["“])(?:(?:\p{L}\.)+|(?:Mr|Mrs|Ms|Dr|Prof|St|Sr|Jr|Gen|Col|Capt|Lt|Sgt|Rev|Hon|Gov|Sen|Rep|Pres|No|Nos|Vol|vs|cf|ca|c|approx|est|incl|excl|etc|al|fig|ch|sec|pp?|ed|eds|Inc|Ltd|Co|Corp|Bros|Mt|Ft|Ave|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec|i\.e|e\.g)\.)\s*$/iu

/** "Am 3. Mai", "der 2. Weltkrieg": German writes ordinals with a stop, and nouns with a capital. */
const ORDINAL =
  /(?:^|\s)(?:am|vom|zum|im|beim|der|die|das|den|dem|des|bis|ab|seit|und|jede[mnrs]?|(?:ein|sein|ihr)e[mnrs]?)\s\d{1,3}\.\s*$/iu
const DAY = /(?:^|\D)\d{1,2}\.\s*$/
const GERMAN_MONTH = /^(?:Januar|Jänner|Februar|März|Mai|Juni|Juli|Oktober|Dezember)(?!\p{L})/u

/** Longer than any abbreviation with the white space around it. */
const AROUND = 24

/** The sentences of prose, without the white space around them. A line break ends a sentence. */
export function sentences(text: string): Span[] {
  const spans: Span[] = []
  for (const line of lines(text)) {
    let open: Span | undefined
    for (const { segment, index } of segmenter.segment(text.slice(line.start, line.end))) {
      const start = line.start + index
      open = { start: open?.start ?? start, end: start + segment.length }
      // The text around the boundary is enough, and reading more would be slow in long lines.
      const rest = text.slice(open.end, Math.min(open.end + AROUND, line.end))
      const before = text.slice(Math.max(open.start, open.end - AROUND), open.end)
      if (rest !== '' && goesOn(before, rest)) continue
      spans.push(open)
      open = undefined
    }
    if (open) spans.push(open)
  }
  return spans.map(span => trim(text, span)).filter(({ start, end }) => end > start)
}

function goesOn(before: string, after: string): boolean {
  // Lower case and punctuation begin no sentence, and digits after a stop belong to a decimal or a number.
  return (
    /^[\p{Ll}/\\.,;:!?%)\]}]/u.test(after) ||
    (/\d\.$/.test(before) && /^\d/.test(after)) ||
    ABBREVIATION.test(before) ||
    ORDINAL.test(before) ||
    (DAY.test(before) && GERMAN_MONTH.test(after))
  )
}

export function lines(text: string): Span[] {
  const spans: Span[] = []
  let start = 0
  while (start <= text.length) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    spans.push({ start, end })
    start = end + 1
  }
  return spans
}

/** The span without the white space at its ends. */
export function trim(text: string, { start, end }: Span): Span {
  let from = start
  let to = end
  while (from < to && /\s/.test(text[from] ?? '')) from++
  while (to > from && /\s/.test(text[to - 1] ?? '')) to--
  return { start: from, end: to }
}
