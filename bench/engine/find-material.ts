import { budgets } from '../../engine/src/budgets.ts'
import { createExtractiveAuthor } from '../../engine/src/extractive/author.ts'
import { openBudget } from '../../engine/src/open-budget.ts'
import { gather } from '../../engine/src/pipeline/gather.ts'
import { compilePolicy } from '../../engine/src/policy/compile-policy.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import type { SourceControls } from '../../engine/src/research.ts'
import type { Source } from '../../engine/src/search/source.ts'
import { isAnswered } from '../../engine/src/write/write-report.ts'
import type { Found } from './measure-hostile-writer.ts'
import { type TatqaPiece, tatqaDocument, tatqaHost } from './tatqa.ts'
import { withLibrary } from './with-library.ts'
import { paragraphDocuments, type Xquad } from './xquad.ts'

interface Asked {
  readonly question: string
  readonly sources: SourceControls
}

/** Collects the pipeline's findings for one question of each paragraph and of each piece, up to `most` of both. */
export async function findMaterial(
  { xquad, pieces }: { xquad: Xquad; pieces: readonly TatqaPiece[] },
  { most, reader }: { most: number; reader: Reader },
): Promise<Found[]> {
  const paragraphs = Map.groupBy(xquad.questions, ({ paragraph }) => paragraph)
  const ofParagraphs = [...paragraphs.values()].flatMap(([one]) =>
    one ? [{ question: one.question, sources: {} }] : [],
  )
  const ofPieces = pieces.flatMap(piece => {
    const [one] = piece.questions
    return one ? [{ question: one.question, sources: { include_domains: [tatqaHost(piece)] } }] : []
  })
  return [
    ...(await withLibrary(paragraphDocuments(xquad), source =>
      findFor(source, ofParagraphs.slice(0, most), reader),
    )),
    ...(await withLibrary(pieces.map(tatqaDocument), source =>
      findFor(source, ofPieces.slice(0, most), reader),
    )),
  ]
}

/** Leaves out questions without an answer, because no model is asked to write about them. */
async function findFor(source: Source, asked: readonly Asked[], reader: Reader): Promise<Found[]> {
  const author = createExtractiveAuthor(reader)
  const found: Found[] = []
  for (const { question, sources } of asked) {
    const policy = compilePolicy(sources, { now: new Date() })
    const budget = openBudget(budgets.standard)
    const request = { kind: 'research', input: question, effort: 'standard', sources } as const
    const { findings } = await gather(
      { parts: [{ question }], kind: 'research', language: 'en' },
      { author, request, source, policy, budget, today: '2026-11-15', onProgress: () => {} },
    )
    if (findings.some(isAnswered)) found.push({ question, policy, findings })
  }
  return found
}
