import type { JsonObject } from '@footnote/contract/json-object'
import { budgets } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import type { Evidence } from '../evidence/ledger.ts'
import type { Passage } from '../library/passage.ts'
import type { Model } from '../model/model.ts'
import { findSubjects } from '../plan/find-subjects.ts'
import type { Subject } from '../plan/part.ts'
import { rephrase } from '../plan/rephrase.ts'
import { splitAttributes } from '../plan/split-attributes.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Reader } from '../reader/reader.ts'
import type { CitedSource, FieldSources } from '../research.ts'
import type { Source } from '../search/source.ts'
import { type FieldEvidence, fieldSources } from '../shape/field-sources.ts'
import { fillSchema } from '../shape/fill-schema.ts'
import { fillWithModel } from '../shape/fill-with-model.ts'
import { createCitations } from '../write/citations.ts'
import { isAnswered, writeReport } from '../write/write-report.ts'
import { gatherMaterial } from '../write/writing-material.ts'
import { gather } from './gather.ts'
import { openBudget } from './open-budget.ts'
import { isBorneOut, verifyDraft } from './verify-draft.ts'
import { withoutFault } from './without-fault.ts'
import type { WriteDraftOptions } from './write-draft.ts'

/** Tables of further documents are not looked into. */
const MOST_DOCUMENTS = 5
const MOST_PASSAGES = 500
/** Of the time that is left, what one prompt may take: there may be two repairs. */
const SHARE_OF_TIME = 0.5

interface StructureOptions extends WriteDraftOptions {
  readonly source: Source
  readonly reader: Reader
  /** Everything that was read for the findings, best first. */
  readonly passages: readonly Passage[]
}

interface Structured {
  readonly content: JsonObject
  readonly sources: readonly CitedSource[]
  readonly fields: readonly FieldSources[]
}

/** An object by the caller's schema in place of a report: a model's where code can prove it. */
export async function structureOutput(
  schema: JsonObject,
  options: StructureOptions,
): Promise<Structured> {
  options.onProgress({ stage: 'shaping', counts: {} })
  const filled =
    (options.model && (await filledByModel(options.model, schema, options))) ??
    (await filledByRules(schema, options))
  const citations = createCitations()
  const evidence = filled.fields.flatMap(field => field.evidence)
  const cited = [...new Set([...filled.evidence, ...evidence])]
  if (cited.length > 0) citations.markers(cited)
  const sources = citations.sources()
  return { content: filled.content, sources, fields: fieldSources(filled.fields, sources) }
}

interface Filled {
  readonly content: JsonObject
  readonly evidence: readonly Evidence[]
  readonly fields: readonly FieldEvidence[]
}

async function filledByModel(
  model: Model,
  schema: JsonObject,
  { request, findings, ledger, policy, budget, language, today }: StructureOptions,
): Promise<Filled | undefined> {
  const { facts, evidence: entries } = gatherMaterial(findings, { ledger, limits: budget.limits })
  const prepared = facts.filter(statement => isBorneOut(statement, policy))
  const filled = await withoutFault(() =>
    fillWithModel(model, {
      ...{ schema, input: request.input, entries, prepared, language, today },
      timeoutMs: SHARE_OF_TIME * (budget.writingEndsAt - performance.now()),
      mayGoOn: budget.mayWrite,
    }),
  )
  return filled && { content: filled.content, evidence: [], fields: filled.evidence }
}

async function filledByRules(
  schema: JsonObject,
  { request, findings: found, passages, ledger, source, reader, policy, budget }: StructureOptions,
): Promise<Filled> {
  const { input, effort } = request
  const draft = writeReport(found, { ledger, effort, limits: budget.limits })
  // What was brought from outside was not there yet when the question was planned.
  const planned = found.flatMap(({ part }) => part.subject ?? [])
  const subjects = eachOnce(
    planned.length > 0 ? planned : await findSubjects(input, { source, policy }),
  )
  const rankings = found.flatMap(({ ranking }) => ranking ?? [])
  const [ranking] = rankings.length === 1 ? rankings : []
  return await fillSchema(schema, {
    input,
    subjects,
    ledger,
    summary: verifyDraft(draft, policy).sections.flatMap(({ paragraphs }) => paragraphs.flat()),
    ...(ranking && { ranking }),
    readDocuments: () => readWhole({ source, policy }, { subjects, passages }),
    // A model may have tried first: what is kept for writing is for this.
    mayGoOn: budget.mayWrite,
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
        reader,
        policy,
        budget: own,
        onProgress: () => {},
      })
      return findings.find(isAnswered)
    },
  })
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

function eachOnce(subjects: readonly Subject[]): Subject[] {
  return [...new Map(subjects.map(subject => [subject.name, subject])).values()]
}
