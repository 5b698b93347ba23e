import type { Model } from '../../../engine/src/llm/client/model.ts'
import { scriptedModel } from '../../../engine/src/llm/client/testing/scripted-model.ts'
import type { Report } from '../../../engine/src/llm/parse-written.ts'
import { sentences } from '../../../engine/src/text/sentences.ts'
import { contentStems } from '../../../engine/src/text/words.ts'
import { readClaims, readShown } from './read-prompt.ts'
import { type Attempt, open, type Shown, type Strategy } from './strategy.ts'

/** `yes` finds everything supported. `words` compares the words of claim and quotes. */
export type JudgeName = 'yes' | 'words'

const MOST_PER_REPORT = 3
const LEAST_SHARED = 0.85

export interface HostileModel {
  readonly model: Model
  /** The sentences that it has written. */
  readonly attempts: readonly Attempt[]
}

interface HostileOptions {
  readonly judge: JudgeName
  readonly of: 'E' | 'F'
  readonly draw: () => number
  /** Quotes that it has cited before: a second sentence on them would say nothing new. */
  readonly used: Set<string>
}

/** A model that writes by one strategy, repeats a sentence it should correct, and judges its own work. */
export function hostileModel(
  strategy: Strategy,
  { judge, of, draw, used }: HostileOptions,
): HostileModel {
  const attempts: Attempt[] = []
  const model = scriptedModel({
    write({ user }) {
      const quotes = readShown(user).filter(({ id, text }) => id.startsWith(of) && isSentence(text))
      for (const quote of quotes) {
        if (attempts.length >= MOST_PER_REPORT) break
        if (used.has(quote.text)) continue
        const others = quotes.filter(other => other !== quote)
        const attempt = strategy.make(quote, { others, draw })
        if (!attempt || !isSentence(attempt.text)) continue
        used.add(quote.text)
        attempts.push(attempt)
      }
      return { lines: attempts.flatMap(attempt => ['', ...render(attempt, quotes)]) }
    },
    judge: ({ user }) => ({
      judgements: readClaims(user).map(({ claim, text, quotes }) => ({
        claim,
        verdict: judge === 'yes' || shares(text, quotes) ? 'supported' : 'unsupported',
      })),
    }),
  })
  return { model, attempts }
}

function render({ text, ids, shape }: Attempt, quotes: readonly Shown[]): Report['lines'] {
  const marker = `[${ids.join(', ')}]`
  if (shape === 'row') return [`| Finding | ${text} ${marker} |`]
  if (shape !== 'heading') return [`${open(text)} ${marker}.`]
  const quote = quotes.find(({ id }) => ids.includes(id))
  return [`# ${open(text)}`, `${open(quote?.text ?? '')} ${marker}.`]
}

/** Returns whether a text ends as a sentence does, so that it can be found in the draft. */
function isSentence(text: string): boolean {
  return (
    text.length >= 30 &&
    text.length <= 600 &&
    /^[\p{Lu}\p{N}"“]/u.test(text) &&
    /\.$/.test(text) &&
    !/[\n|[\]*_<>]/.test(text) &&
    sentences(text).length === 1
  )
}

function shares(text: string, quotes: string): boolean {
  const said = contentStems(text)
  const known = contentStems(quotes)
  const shared = [...said].filter(stem => known.has(stem)).length
  return shared >= LEAST_SHARED * said.size
}
