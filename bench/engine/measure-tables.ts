import { random } from '@footnote/platform/testing/random'
import { type Interval, wilson } from './interval.ts'
import { type TatqaPiece, wasInView } from './tatqa.ts'
import { type GivenAnswer, type Score, scoreAnswer } from './tatqa-score.ts'

/** Asks the operation under test, limited to the piece. */
export type AskTable = (
  piece: TatqaPiece,
  question: string,
) => Promise<(GivenAnswer & { readonly confidence?: number }) | undefined>

export interface TableMeasure extends Interval {
  readonly name: string
  readonly n: number
  readonly score: number
}

interface Outcome extends Score {
  readonly piece: TatqaPiece
  readonly kind: string
  readonly confidence: number
}

const RESAMPLES = 1_000
const CONFIDENCES = [0, 0.2, 0.4, 0.6, 0.8]

/** Measures exact match and F1: for all questions, for pieces not seen while the rules were written, and for each kind. */
export async function measureTables(
  pieces: readonly TatqaPiece[],
  ask: AskTable,
): Promise<TableMeasure[]> {
  const outcomes: Outcome[] = []
  for (const piece of pieces) {
    for (const question of piece.questions) {
      const given = await ask(piece, question.question)
      const kind = `${question.answer_type} from ${question.answer_from}`
      const confidence = given?.confidence ?? 0
      outcomes.push({ ...scoreAnswer(question, given), piece, kind, confidence })
    }
  }
  const kinds = Map.groupBy(outcomes, ({ kind }) => kind)
  return [
    ...bothRows('all', outcomes),
    ...bothRows(
      'pieces not in view',
      outcomes.filter(({ piece }) => !wasInView(piece)),
    ),
    ...[...kinds].toSorted().flatMap(([kind, own]) => bothRows(kind, own)),
    ...CONFIDENCES.map((least, index) => {
      const below = CONFIDENCES[index + 1] ?? Number.POSITIVE_INFINITY
      const own = outcomes.filter(one => one.confidence >= least && one.confidence < below)
      return exactMatch(`confidence from ${least}`, own)
    }).filter(({ n }) => n > 0),
  ]
}

function bothRows(name: string, outcomes: readonly Outcome[]): TableMeasure[] {
  return [exactMatch(name, outcomes), f1(name, outcomes)]
}

function exactMatch(name: string, outcomes: readonly Outcome[]): TableMeasure {
  const n = outcomes.length
  const right = outcomes.filter(outcome => outcome.exactMatch === 1).length
  return { name: `${name}: exact match`, n, score: n === 0 ? 0 : right / n, ...wilson(right, n) }
}

/** Questions about one piece are not independent, so whole pieces are drawn for the interval. */
function f1(name: string, outcomes: readonly Outcome[]): TableMeasure {
  const draw = random(1)
  const pieces = [...Map.groupBy(outcomes, ({ piece }) => piece).values()]
  const means = Array.from({ length: RESAMPLES }, () =>
    mean(pieces.flatMap(() => pieces[Math.floor(draw() * pieces.length)] ?? [])),
  ).sort((a, b) => a - b)
  return {
    name: `${name}: F1`,
    n: outcomes.length,
    score: mean(outcomes),
    low: means[Math.floor(RESAMPLES * 0.025)] ?? 0,
    high: means[Math.ceil(RESAMPLES * 0.975) - 1] ?? 1,
  }
}

function mean(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((sum, outcome) => sum + outcome.f1, 0) / Math.max(1, outcomes.length)
}
