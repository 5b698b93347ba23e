import type { JsonObject } from '@footnote/contract/json-object'
import type { Finding, Ranking } from '../../evidence/finding.ts'
import type { FoundSentence } from '../../evidence/found-sentence.ts'
import { createLedger, type Evidence } from '../../evidence/ledger.ts'
import { unitsOf } from '../../extractive/units.ts'
import type { Passage } from '../../library/passage.ts'
import type { Subject } from '../../plan/part.ts'
import { sentences } from '../../text/sentences.ts'
import { contentStems } from '../../text/words.ts'
import type { FieldEvidence } from '../field-sources.ts'
import { fillSchema } from '../fill-schema.ts'

export interface FillScene {
  readonly input: string
  /** Texts by what they are about. */
  readonly documents: Readonly<Record<string, string>>
  /** Names of documents; those that the input names when left out. */
  readonly subjects?: readonly string[]
  readonly summary?: string
  readonly tableAnswer?: (passages: readonly Passage[]) => Finding['tableAnswer']
  readonly ranking?: (passages: readonly Passage[]) => Ranking
  readonly mayGoOn?: () => boolean
}

export interface FilledFrom {
  readonly content: JsonObject
  readonly evidence: readonly Evidence[]
  readonly fields: readonly FieldEvidence[]
  readonly questions: readonly string[]
}

/** Fills a schema from a few documents; a look-up reads all of them, most words in common first. */
export async function fillFrom(schema: JsonObject, scene: FillScene): Promise<FilledFrom> {
  const { input, documents, summary = 'A short summary.', mayGoOn = () => true } = scene
  const passages = Object.entries(documents).map(([title, text], at) => passageOf(title, text, at))
  const subjectOf = (name: string): Subject | undefined => {
    const found = passages.find(({ title }) => title.toLowerCase() === name.toLowerCase())
    return found && { name: found.title, documentIds: [found.documentId] }
  }
  const named = scene.subjects ?? Object.keys(documents).filter(title => input.includes(title))
  const ledger = createLedger()
  const [first] = passages
  const opening = first && unitsOf(first)[0]
  const questions: string[] = []
  const { content, evidence, fields } = await fillSchema(schema, {
    input,
    subjects: named.flatMap(name => subjectOf(name) ?? []),
    ledger,
    summary: sentences(summary).map(({ start, end }) => ({
      text: summary.slice(start, end),
      evidence: opening ? [ledger.enter(opening.passage, opening.span)] : [],
    })),
    ...(scene.ranking && { ranking: scene.ranking(passages) }),
    readDocuments: async () => passages,
    mayGoOn,
    resolveSubject: async name => subjectOf(name),
    lookUp: async (question, subject) => {
      questions.push(question)
      const tableAnswer = scene.tableAnswer?.(passages)
      return {
        part: { question, ...(subject && { subject }) },
        sentences: sentencesFor(question, passages),
        related: [],
        ...(tableAnswer && { tableAnswer }),
      }
    },
  })
  return { content, evidence, fields, questions }
}

function passageOf(title: string, text: string, at: number): Passage {
  return {
    documentId: at + 1,
    url: `https://library.test/${at + 1}`,
    title,
    start: 0,
    text,
    headings: [],
    score: 1,
  }
}

function sentencesFor(question: string, passages: readonly Passage[]): FoundSentence[] {
  const asked = contentStems(question)
  return passages
    .flatMap(unitsOf)
    .map(({ passage, span, text, label }) => {
      const held = contentStems(`${passage.title} ${text}`)
      const score = asked.intersection(held).size / Math.max(1, asked.size)
      const about = label === undefined ? {} : { label }
      return { passage, span, text, score, ...about }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
}
