import { random } from '@footnote/platform/testing/random'
import type { Document } from '../../engine/src/library/document.ts'
import { STOP_WORDS } from '../../engine/src/text/stop-words.ts'

const SYLLABLES = Array.from('bdfgklmnprstvz', first =>
  Array.from('aeiou', next => first + next),
).flat()
const VOCABULARY = 300_000
const WORDS_PER_SENTENCE = 15
const SENTENCES_PER_PASSAGE = 8
const FREQUENT = [...STOP_WORDS]

/**
 * Makes text in which the word of rank r has a share of about 1/r, as in language. The most frequent
 * words are stop words. One seed always makes the same documents.
 */
export function* syntheticDocuments(
  seed: number,
  { passages, passagesPerDocument }: { passages: number; passagesPerDocument: number },
): Generator<Document> {
  const draw = random(seed)
  for (let made = 0, index = 0; made < passages; made += passagesPerDocument, index++) {
    const paragraphs = Array.from({ length: passagesPerDocument }, () => paragraph(draw))
    yield {
      url: `https://site-${index % 1_000}.example/${seed}/${index}`,
      title: capitalised(`${word(draw)} ${word(draw)} ${word(draw)}`),
      text: paragraphs.join('\n\n'),
      language: 'en',
    }
  }
}

/** Makes a query of six words of a passage and four stop words. */
export function syntheticQuestion(draw: () => number, { text }: Document): string {
  const paragraphs = text.split('\n\n')
  const words = (paragraphs[Math.floor(draw() * paragraphs.length)] ?? '').split(/[ .]+/)
  const telling = words.map(word => word.toLowerCase()).filter(word => isTelling(word))
  const picked = Array.from({ length: 6 }, () => telling[Math.floor(draw() * telling.length)])
  return `what is the ${picked.slice(0, 3).join(' ')} of ${picked.slice(3).join(' ')}?`
}

function paragraph(draw: () => number): string {
  return Array.from({ length: SENTENCES_PER_PASSAGE }, () => {
    const words = Array.from({ length: WORDS_PER_SENTENCE }, () => word(draw))
    return `${capitalised(words.join(' '))}.`
  }).join(' ')
}

function word(draw: () => number): string {
  const rank = Math.floor(VOCABULARY ** draw())
  return FREQUENT[rank - 1] ?? spelling(rank)
}

function spelling(rank: number): string {
  let rest = rank
  let written = ''
  do {
    written += SYLLABLES[rest % SYLLABLES.length]
    rest = Math.floor(rest / SYLLABLES.length)
  } while (rest > 0)
  return `${written}x`
}

function isTelling(word: string): boolean {
  return word !== '' && !STOP_WORDS.has(word)
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
