import { words } from '../text/words.ts'
import { ASKING_STEMS } from './asking-words.ts'
import { contentStems } from './content-stems.ts'
import type { CitedValue } from './table.ts'

export interface RankedSentence {
  readonly sentence: CitedValue
  /** The share of what was asked about that the sentence names, rare words counting more. */
  readonly coverage: number
  readonly score: number
}

const ASKING_WEIGHT = 0.25
/** A heading names a matter without saying anything about it. */
const SHORTEST_SENTENCE = 6
const HEADING_WORTH = 0.6
const BIGRAM_WORTH = 0.35

/** The sentences that speak about what a question asks, best first. */
export function rankSentences(question: string, all: readonly CitedValue[]): RankedSentence[] {
  const asked = [...new Set(contentStems(question))]
  const bigrams = pairs(contentStems(question))
  const owns = all.map(sentence => words(sentence.text).map(word => word.stem))
  const frequency = new Map<string, number>()
  for (const own of owns)
    for (const stem of new Set(own)) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  const weight = (stem: string) =>
    Math.log(1 + (all.length + 1) / ((frequency.get(stem) ?? 0) + 0.5)) *
    (ASKING_STEMS.has(stem) ? ASKING_WEIGHT : 1)
  const whole = asked.reduce((total, stem) => total + Math.min(weight(stem), 3), 0)
  if (whole === 0) return []
  return all
    .map((sentence, index) => {
      const own = new Set(owns[index])
      const named = asked.reduce(
        (total, stem) => total + (own.has(stem) ? Math.min(weight(stem), 3) : 0),
        0,
      )
      const coverage = named / whole
      const shared = pairs(contentStems(sentence.text))
      const runs = bigrams.size === 0 ? 0 : bigrams.intersection(shared).size / bigrams.size
      const length = owns[index]?.length ?? 0
      const worth = length < SHORTEST_SENTENCE ? HEADING_WORTH : 1
      return {
        sentence,
        coverage: coverage * worth,
        score: (coverage + BIGRAM_WORTH * runs) * worth,
      }
    })
    .filter(ranked => ranked.coverage > 0)
    .toSorted((a, b) => b.score - a.score)
}

function pairs(list: readonly string[]): Set<string> {
  return new Set(list.slice(1).map((stem, index) => `${list[index]} ${stem}`))
}
