import type { JsonObject } from '@footnote/contract/json-object'
import type { Author, Filled, Material, Run } from '../../author.ts'
import { budgets } from '../../budgets.ts'
import type { Finding } from '../../evidence/finding.ts'
import type { Passage } from '../../library/passage.ts'
import { openBudget } from '../../open-budget.ts'
import { searchFor } from '../../search/search-for.ts'
import { trim } from '../../text/sentences.ts'
import { isBorneOut } from '../../verify/prove-statement.ts'
import { isAnswered, writeReport } from '../../write/write-report.ts'
import type { Candidate } from './ask-property.ts'
import { fillSchema } from './fill.ts'
import { findSubjects, type Subject } from './find-subjects.ts'

/** Tables of further documents are not read. */
const MOST_DOCUMENTS = 5
const MOST_PASSAGES = 500

/** Fills a schema by asking the sources for each of its properties. */
export async function fillFromSources(
  schema: JsonObject,
  { findings, passages, ledger }: Material,
  run: Run & { readonly author: Author },
): Promise<Filled> {
  const { request, source, policy, budget, author } = run
  const { input, effort } = request
  const draft = writeReport(findings, { ledger, effort, limits: budget.limits })
  const named = await findSubjects(input, { source, policy })
  const subjects = [...new Map(named.map(subject => [subject.name, subject])).values()]
  const lists = findings.flatMap(({ answer }) => answer?.list ?? [])
  const [list] = lists.length === 1 ? lists : []
  let documents: Promise<Passage[]> | undefined
  return await fillSchema(schema, {
    input,
    subjects,
    ledger,
    list,
    summary: draft.sections
      .flatMap(({ paragraphs }) => paragraphs.flat())
      .filter(statement => isBorneOut(statement, policy)),
    readDocuments() {
      documents ??= readDocuments(run, { subjects, passages })
      return documents
    },
    // Another author may have tried first: the reserve for writing is for this one.
    mayGoOn: budget.mayWrite,
    async subjectCalled(name) {
      const [subject] = await findSubjects(name, { source, policy })
      return subject
    },
    async ask({ text: question }) {
      const part = { question }
      // Each property gets the budget of a short answer; all of them stay within the run's time.
      const own = { ...run, budget: openBudget(budgets.lite) }
      const found = await searchFor(part, own)
      const finding = await author.read({ part, passages: found, readers: 1 }, own)
      return finding && isAnswered(finding) ? candidatesIn(finding) : []
    },
  })
}

/** Reads the subjects' documents, or without any the first ones with a table that search found. */
async function readDocuments(
  { source, policy }: Run,
  { subjects, passages }: { subjects: readonly Subject[]; passages: readonly Passage[] },
): Promise<Passage[]> {
  const tabular = passages.filter(({ text }) => /^\s*\|/m.test(text))
  const found =
    subjects.length > 0
      ? subjects.flatMap(one => one.documentIds)
      : tabular.map(({ documentId }) => documentId)
  const documents = await Promise.all(
    [...new Set(found)].slice(0, MOST_DOCUMENTS).map(id => source.read(id)),
  )
  return documents.flatMap(own => own.slice(0, MOST_PASSAGES)).filter(policy.admits)
}

/** Returns the possible answers in a finding: fields and sentences. Rows of tables fill lists. */
function candidatesIn({ sentences }: Finding): Candidate[] {
  const found = sentences.filter(({ row }) => row === undefined)
  return found.map(({ passage, span, label, phrase, value }) => {
    if (label === undefined) return { passage, quote: span, answer: phrase ?? span }
    const whole = trim(passage.text, { start: span.start + label.length + 1, end: span.end })
    return { passage, quote: span, answer: value ?? whole, label }
  })
}
