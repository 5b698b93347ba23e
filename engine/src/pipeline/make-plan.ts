import { isJsonObject, type JsonObject } from '@footnote/contract/json-object'
import type { Model } from '../model/model.ts'
import type { Part } from '../plan/part.ts'
import { planQuestions, planResearch, type SubQuestion } from '../plan/plan-research.ts'
import { planWithModel } from '../plan/plan-with-model.ts'
import { wantedLanguage } from '../plan/wanted-language.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { ResearchRequest } from '../research.ts'
import type { Source } from '../search/source.ts'
import { walkSchema } from '../shape/walk-schema.ts'
import { contentStems } from '../text/words.ts'
import type { OpenBudget } from './open-budget.ts'
import { withoutFault } from './without-fault.ts'

const QUERIES_EACH = 3
/** Thinking about what to ask must leave time to ask it. */
const SHARE_OF_TIME = 0.3
const MOST_PLACES = 4_000
const MOST_FIELDS_CHARACTERS = 1_000
const FALLBACK_LANGUAGE = 'en'

export interface Plan {
  readonly parts: readonly Part[]
  readonly kind: ResearchRequest['kind']
  /** In which the answer is wanted. */
  readonly language: string
}

interface PlanOptions {
  readonly source: Source
  readonly policy: SourcePolicy
  readonly budget: OpenBudget
  readonly model?: Model
  readonly today: string
}

/** What to find out: as a model takes the question apart, or else as the rules do. */
export async function makePlan(
  { input, kind, outputSchema }: ResearchRequest,
  { source, policy, budget, model, today }: PlanOptions,
): Promise<Plan> {
  const planning = { source, policy, most: budget.limits.parts, mayGoOn: budget.maySearch }
  const made = model
    ? await withoutFault(() =>
        planWithModel(model, {
          input: outputSchema ? `${input}\n\nTo be filled in: ${fieldsOf(outputSchema)}` : input,
          kind,
          most: budget.limits.parts,
          queriesEach: QUERIES_EACH,
          today,
          timeoutMs: SHARE_OF_TIME * (budget.searchEndsAt - performance.now()),
        }),
      )
    : undefined
  if (!made) {
    const language = wantedLanguage(input) ?? FALLBACK_LANGUAGE
    return { parts: await planResearch(input, planning), kind, language }
  }
  const { most } = planning
  const asked = isAbout(made.questions, input) ? [] : await planResearch(input, planning)
  const others = await planQuestions(made.questions, {
    ...planning,
    most: Math.max(0, most - asked.length),
  })
  return {
    parts: [...asked, ...others],
    kind: made.isFinance ? 'finance' : kind,
    language: made.language,
  }
}

/** Whatever a model would rather know, what was asked is looked into too. */
function isAbout(questions: readonly SubQuestion[], input: string): boolean {
  const asked = contentStems(input)
  return questions.some(({ question }) => !contentStems(question).isDisjointFrom(asked))
}

/** The names of the schema's properties, wherever they stand in it. */
function fieldsOf(root: JsonObject): string {
  const names = new Set<string>()
  for (const { schema } of walkSchema(root, { most: MOST_PLACES, withDefinitions: true })) {
    const { properties } = schema
    if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name)
  }
  return [...names].join(', ').slice(0, MOST_FIELDS_CHARACTERS)
}
