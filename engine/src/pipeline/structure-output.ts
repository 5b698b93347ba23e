import type { JsonObject } from '@footnote/contract/json-object'
import { budgets } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Passage } from '../library/passage.ts'
import { findSubjects } from '../plan/find-subjects.ts'
import type { Part, Subject } from '../plan/part.ts'
import { rephrase } from '../plan/rephrase.ts'
import { splitAttributes } from '../plan/split-attributes.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { CitedSource } from '../research.ts'
import type { Source } from '../search/source.ts'
import { fillSchema } from '../shape/fill-schema.ts'
import { createCitations } from '../write/citations.ts'
import type { Draft } from '../write/draft.ts'
import { isAnswered } from '../write/write-report.ts'
import { gather } from './gather.ts'
import { type OpenBudget, openBudget } from './open-budget.ts'

/** Tables of further documents are not looked into. */
const MOST_DOCUMENTS = 5
const MOST_PASSAGES = 500

interface StructureOptions {
  readonly input: string
  readonly findings: readonly Finding[]
  /** Everything that was read for them, best first. */
  readonly passages: readonly Passage[]
  /** What a report would say; the object's summaries are taken from it. */
  readonly draft: Draft
  readonly ledger: Ledger
  readonly source: Source
  readonly policy: SourcePolicy
  readonly budget: OpenBudget
}

/** An object by the caller's schema in place of a report. */
export async function structureOutput(
  schema: JsonObject,
  { input, findings: found, passages, draft, ledger, source, policy, budget }: StructureOptions,
): Promise<{ content: JsonObject; sources: readonly CitedSource[] }> {
  const subjects = subjectsOf(found.map(({ part }) => part))
  const rankings = found.flatMap(({ ranking }) => ranking ?? [])
  const [ranking] = rankings.length === 1 ? rankings : []
  const { content, evidence } = await fillSchema(schema, {
    input,
    subjects,
    ledger,
    summary: draft.sections.flatMap(({ paragraphs }) => paragraphs.flat()),
    ...(ranking && { ranking }),
    readDocuments: () => readWhole({ source, policy }, { subjects, passages }),
    mayGoOn: budget.maySearch,
    async resolveSubject(name) {
      const [subject] = await findSubjects(name, { source, policy })
      return subject
    },
    async lookUp(question, subject, attribute): Promise<Finding | undefined> {
      const part = {
        question,
        ...(subject && { subject, attribute: named(attribute, question, subject) }),
      }
      // Each property gets what a short answer gets; the whole stays within the run's time.
      const own = openBudget(budgets.lite)
      const { findings } = await gather([part], {
        source,
        policy,
        budget: own,
        onProgress: () => {},
      })
      return findings.find(isAnswered)
    },
  })
  const citations = createCitations()
  if (evidence.length > 0) citations.markers(evidence)
  return { content, sources: citations.sources() }
}

/** The subjects' documents; without any, the first ones with a table that search found. */
async function readWhole(
  { source, policy }: { source: Source; policy: SourcePolicy },
  { subjects, passages }: { subjects: readonly Subject[]; passages: readonly Passage[] },
): Promise<Passage[]> {
  const found = subjects.length > 0 ? subjects.flatMap(one => one.documentIds) : tabular(passages)
  const documents = await Promise.all(
    [...new Set(found)].slice(0, MOST_DOCUMENTS).map(id => source.read(id)),
  )
  return documents.flatMap(own => own.slice(0, MOST_PASSAGES)).filter(policy.admits)
}

function tabular(passages: readonly Passage[]): number[] {
  return passages.filter(({ text }) => /^\s*\|/m.test(text)).map(({ documentId }) => documentId)
}

function named(attribute: string | undefined, question: string, { name }: Subject): string {
  if (attribute !== undefined) return rephrase(attribute)
  return splitAttributes(rephrase(question), [name]).attributes[0] ?? question
}

function subjectsOf(parts: readonly Part[]): Subject[] {
  const subjects = parts.flatMap(({ subject }) => subject ?? [])
  return [...new Map(subjects.map(subject => [subject.name, subject])).values()]
}
