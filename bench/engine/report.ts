import { section, whole } from '../report.ts'
import type { Interval } from './interval.ts'
import type { EffortRow } from './measure-efforts.ts'
import type { LibraryResult } from './measure-library.ts'

export interface Figure extends Interval {
  readonly name: string
  readonly n: number
  /** A share from 0 to 1. */
  readonly score: number
}

export function reportFigures(title: string, figures: readonly Figure[]): string {
  const header = ['', 'n', '%', 'from', 'to']
  const rows = figures.map(({ name, n, score, low, high }) => [
    name,
    whole(n),
    percent(score),
    percent(low),
    percent(high),
  ])
  return section(title, [header, ...rows])
}

export function reportEfforts(rows: readonly EffortRow[]): string {
  const header = ['', 'questions', 'answered', 'characters', 'p50 ms', 'p99 ms', 'memory MB']
  const cells = rows.map(row => [
    row.effort,
    whole(row.questions),
    whole(row.answered),
    whole(row.characters),
    row.p50Ms.toFixed(1),
    row.p99Ms.toFixed(1),
    whole(row.memoryMb),
  ])
  return section('Efforts on the starter library, one question after the other', [header, ...cells])
}

export function reportLibrary({ indexing, searching }: LibraryResult): string {
  const indexed = indexing.map(row => [
    row.name,
    whole(row.documents),
    whole(row.passages),
    whole(row.documentsPerSecond),
  ])
  const searched = searching.map(row => [
    whole(row.passages),
    whole(row.questions),
    row.p50Ms.toFixed(1),
    row.p99Ms.toFixed(1),
    percent(row.firstRight),
  ])
  return (
    section('Indexing', [['', 'documents', 'passages', 'documents/s'], ...indexed]) +
    section('Searching', [
      ['passages', 'questions', 'p50 ms', 'p99 ms', 'first right %'],
      ...searched,
    ])
  )
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}
