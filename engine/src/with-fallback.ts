import type { Author, Judgement } from './author.ts'
import { createExtractiveAuthor } from './extractive/author.ts'
import type { Facts } from './facts/facts.ts'
import type { CompanyStore } from './finance/company-store.ts'
import { createLlmAuthor } from './llm/author.ts'
import type { Model } from './llm/client/model.ts'
import { ModelFault } from './llm/client/model.ts'
import type { Reader } from './reader/reader.ts'

/** Creates the author of an engine: the extractive one, preceded by a language model if there is one. */
export function createAuthor({
  reader,
  facts,
  companies,
  model,
}: {
  reader: Reader
  facts?: Facts | undefined
  companies?: CompanyStore | undefined
  model?: Model | undefined
}): Author {
  const extractive = createExtractiveAuthor(reader, facts, companies)
  return model ? withFallback(createLlmAuthor(model), extractive) : extractive
}

/** Combines two authors: if the first fails in a step, the second does that step. */
export function withFallback(first: Author, second: Author): Author {
  const { rephrase } = second
  return {
    ...(rephrase && { rephrase }),
    // The collections answer plain questions; a model plans what they do not know.
    plan: (...step) =>
      step[0].request.questions
        ? second.plan(...step)
        : first.plan(...step).catch(onModelFault(() => second.plan(...step))),
    async read(reading, run) {
      // The second reads in any case: it finds fields, figures and rankings by what they are.
      const known = await second.read(reading, run)
      const improved = { ...reading, ...(known && { known }) }
      return await first.read(improved, run).catch(onModelFault(async () => known))
    },
    async *write(...step) {
      try {
        yield* first.write(...step)
      } catch (error) {
        if (!(error instanceof ModelFault)) throw error
      }
      yield* second.write(...step)
    },
    fill: (...step) => first.fill(...step).catch(onModelFault(() => second.fill(...step))),
    async judge(...step) {
      // The author of a sentence must not be its only judge.
      const [own, other] = await Promise.all([
        first.judge(...step).catch(onModelFault<readonly Judgement[]>(async () => [])),
        second.judge(...step),
      ])
      return other.map((judgement, at) => stricter(own[at], judgement))
    },
  }
}

function stricter(one: Judgement | undefined, other: Judgement): Judgement {
  const denies = other.verdict === 'partly' || other.verdict === 'unsupported'
  return one && (one.verdict === 'unsupported' || !denies) ? one : other
}

/** Handles a fault of the model by doing something else instead. */
function onModelFault<Result>(instead: () => Promise<Result>) {
  return (error: unknown): Promise<Result> => {
    if (error instanceof ModelFault) return instead()
    throw error
  }
}
