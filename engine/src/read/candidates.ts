import type { Passage } from '../library/passage.ts'
import { blocks } from '../text/blocks.ts'
import { sentences } from '../text/sentences.ts'
import type { Span } from '../text/span.ts'
import { type Word, words } from '../text/words.ts'

/** A sentence of prose or a field line that may answer. Rows of tables are read elsewhere. */
export interface Candidate {
  readonly passage: Passage
  /** Relative to the passage's text. */
  readonly span: Span
  readonly text: string
  readonly words: readonly Word[]
  /** Of a field: its label. What it says stands behind the label. */
  readonly label?: string
  /** The heading within the passage that it stands under. */
  readonly heading: string
}

/** Enough for any search that a budget allows; the best passages come first. */
const MOST_CANDIDATES = 5_000
const MOST_CHARACTERS = 1_500

/** What can be quoted from the passages, in reading order within each. */
export function collectCandidates(passages: readonly Passage[]): Candidate[] {
  const found: Candidate[] = []
  for (const passage of passages) {
    let heading = ''
    for (const block of blocks(passage.text)) {
      if (found.length >= MOST_CANDIDATES) return found
      if (block.kind === 'heading') heading = block.title
      if (block.kind === 'field') {
        add(found, { passage, heading, label: block.label }, { ...block, end: block.value.end })
      }
      if (block.kind === 'prose') {
        const prose = passage.text.slice(block.start, block.end)
        for (const { start, end } of sentences(prose)) {
          add(found, { passage, heading }, { start: block.start + start, end: block.start + end })
        }
      }
    }
  }
  return found
}

function add(
  found: Candidate[],
  about: Pick<Candidate, 'passage' | 'heading' | 'label'>,
  { start, end }: Span,
): void {
  const text = about.passage.text.slice(start, end)
  // What is longer is no sentence but a text without stops.
  if (text.length > MOST_CHARACTERS) return
  found.push({ ...about, span: { start, end }, text, words: words(text) })
}
