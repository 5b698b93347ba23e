import type { JsonObject } from '@footnote/contract/json-object'
import type { Author, Filled, Material, Run } from '../author.ts'
import { budgets } from '../budgets.ts'
import type { Passage } from '../library/passage.ts'
import { openBudget } from '../open-budget.ts'
import { findSubjects } from '../plan/find-subjects.ts'
import type { Subject } from '../plan/part.ts'
import { rephrase } from '../plan/rephrase.ts'
import { splitAttributes } from '../plan/split-attributes.ts'
import { searchFor } from '../search/search-for.ts'
import { fillSchema } from '../shape/fill-schema.ts'
import { isBorneOut } from '../verify/prove-statement.ts'
import { isAnswered, writeReport } from '../write/write-report.ts'

/** Tables of further documents are not looked into. */
const MOST_DOCUMENTS = 5
const MOST_PASSAGES = 500

/** Fills a schema from fields, tables and the sentences that a report would have. */
export async function fillFromSources(
  schema: JsonObject,
  { findings, passages, ledger }: Material,
  run: Run & { readonly author: Author },
): Promise<Filled> {
  const { request, source, policy, budget, author } = run
  const { input, effort } = request
  const draft = writeReport(findings, { ledger, effort, limits: budget.limits })
  // Documents from outside were not there yet when the question was planned.
  const planned = findings.flatMap(({ part }) => part.subject ?? [])
  const subjects = eachOnce(
    planned.length > 0 ? planned : await findSubjects(input, { source, policy }),
  )
  const rankings = findings.flatMap(({ ranking }) => ranking ?? [])
  const [ranking] = rankings.length === 1 ? rankings : []
  return await fillSchema(schema, {
    input,
    subjects,
    ledger,
    summary: draft.sections
      .flatMap(({ paragraphs }) => paragraphs.flat())
      .filter(statement => isBorneOut(statement, policy)),
    ...(ranking && { ranking }),
    readDocuments: () => readDocuments(run, { subjects, passages }),
    // Another author may have tried first: the reserve for writing is for this one.
    mayGoOn: budget.mayWrite,
    async resolveSubject(name) {
      const [subject] = await findSubjects(name, { source, policy })
      return subject
    },
    async lookUp(question, subject, attribute) {
      const part = {
        question,
        ...(subject && { subject, attribute: named(attribute, question, subject) }),
      }
      // Each property gets what a short answer gets; the whole stays within the run's time.
      const own = { ...run, budget: openBudget(budgets.lite) }
      const found = await searchFor(part, own)
      const finding = await author.read({ part, passages: found, readers: 1 }, own)
      return finding && isAnswered(finding) ? finding : undefined
    },
  })
}

/** Reads the subjects' documents, or without any the first ones with a table that search found. */
async function readDocuments(
  { source, policy }: Run,
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
