import { section, whole } from '../report.ts'
import type { FilledField, Verdict } from './fill/measure-fill.ts'
import type { FinanceRow } from './finance-questions/measure-finance.ts'
import type { FirstQuestionsRow } from './first-questions/measure-first-questions.ts'
import { type Interval, wilson } from './interval.ts'
import type { BroadRow } from './measure-broad.ts'
import type { EffortRow } from './measure-efforts.ts'
import type { FactsRow } from './measure-facts.ts'
import type { Kept, WriterTable } from './measure-hostile-writer.ts'
import type { LibraryResult } from './measure-library.ts'
import type { LongestRow } from './measure-longest.ts'
import type { SharedLibraryRow } from './measure-shared-library.ts'
import type { PageTimes } from './web/read-pages.ts'
import type { MemoryRow } from './web/run-at-once.ts'

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

export function reportFacts(rows: readonly FactsRow[]): string {
  const header = ['', 'questions', 'right', 'wrong', 'left to reading', 'p50 ms', 'p99 ms']
  const cells = rows.map(row => [
    row.collection,
    whole(row.questions),
    whole(row.right),
    whole(row.wrong),
    whole(row.left),
    row.p50Ms.toFixed(1),
    row.p99Ms.toFixed(1),
  ])
  return section('Values asked of the collections of facts', [header, ...cells])
}

export function reportFinance(rows: readonly FinanceRow[]): string {
  const header = ['', 'questions', 'right', 'wrong', 'wrongly refused', 'p50 ms', 'p99 ms']
  const cells = rows.map(row => [
    row.part,
    whole(row.questions),
    whole(row.right),
    whole(row.wrong),
    whole(row.refused),
    row.p50Ms.toFixed(1),
    row.p99Ms.toFixed(1),
  ])
  return section('Questions about company figures', [header, ...cells])
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
  return section('Efforts on the built-in library, one question after the other', [
    header,
    ...cells,
  ])
}

export function reportLongest(rows: readonly LongestRow[]): string {
  const cells = rows.map(row => [row.name, row.blockedMs.toFixed(0), row.times.toFixed(1)])
  return section('The longest inputs, filled up with', [['', 'blocked ms', 'times'], ...cells])
}

export function reportBroad(rows: readonly BroadRow[]): string {
  const header = ['', 'answered', 'facts', 'sources', 'sections', 'characters', 'p50 ms']
  const cells = rows.map(row => [
    row.effort,
    whole(row.answered),
    whole(row.facts),
    whole(row.sources),
    whole(row.sections),
    whole(row.characters),
    row.p50Ms.toFixed(0),
    whole(row.repeated),
    whole(row.more),
    whole(row.done),
  ])
  return section('Broad questions, the median report at each effort', [
    [...header, 'repeated sentences', 'more facts than below', 'says no more'],
    ...cells,
  ])
}

/** The share of values, and each value that is not right. */
export function reportFill(fields: readonly FilledField[]): string {
  const count = (verdict: Verdict) => fields.filter(one => one.verdict === verdict).length
  const failed = fields.filter(({ verdict }) => verdict !== 'right')
  return [
    section('Schemas filled from the shipped facts, values', [
      ['', 'right', 'absent', 'wrong'],
      [
        whole(fields.length),
        ...(['right', 'absent', 'wrong'] as const).map(one => whole(count(one))),
      ],
    ]),
    ...failed.map(
      one => `${one.verdict}: ${one.input} ${one.pointer} ${JSON.stringify(one.value)}\n`,
    ),
  ].join('')
}

export function reportSharedLibrary(rows: readonly SharedLibraryRow[]): string {
  const header = ['', 'passages', 'added in s', 'second machine in s', 'search p50 ms', 'p99 ms']
  const cells = rows.map(row => [
    row.library,
    whole(row.passages),
    row.addSeconds.toFixed(1),
    row.secondSeconds?.toFixed(1) ?? '',
    row.p50Ms.toFixed(2),
    row.p99Ms.toFixed(2),
  ])
  return section('A library in a file and in PostgreSQL', [header, ...cells])
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

/** Prints the share of sentences that stay, for each strategy and judge, in per cent. */
export function reportWriter(tables: readonly WriterTable[]): string {
  const judged = ['stay', '%', 'from', 'to']
  const cells = (kept: number, n: number) => {
    const { low, high } = wilson(kept, n)
    return [whole(kept), percent(n === 0 ? 0 : kept / n), percent(low), percent(high)]
  }
  return tables
    .map(({ title, rows }) =>
      section(`${title}: judged by one who always agrees, then by shared words`, [
        ['', 'written', ...judged, ...judged],
        ...rows.map(({ strategy, n, kept }) => [
          strategy,
          whole(n),
          ...cells(kept.yes, n),
          ...cells(kept.words, n),
        ]),
      ]),
    )
    .join('')
}

/** Prints a sentence that stayed, with its quotes. */
export function reportKept({ attempt, judge, statement }: Kept): string {
  const quotes = statement.evidence.map(({ quote, passage }) => `    ${passage.title}: ${quote}\n`)
  return `\n${attempt.text} (judge: ${judge})\n${quotes.join('')}`
}

export function reportPages(times: PageTimes): string {
  const { pages, kilobytes, togetherMs, fetchMs, extractMs, indexMs } = times
  const apartMs = fetchMs + extractMs + indexMs
  const row = (name: string, ms: number, share: string) => [
    name,
    ((pages / ms) * 1_000).toFixed(1),
    (ms / pages).toFixed(1),
    share,
    `${(extractMs / ms).toFixed(2)} x`,
  ]
  const title = `Reading ${whole(pages)} pages of ${whole(kilobytes)} KB from sites on this machine`
  return section(title, [
    ['', 'pages/s', 'ms/page', 'share %', 'of extraction in one thread'],
    row('web finder, threads and run index', togetherMs, ''),
    row('fetching alone', fetchMs, percent(fetchMs / apartMs)),
    row('extraction alone, one thread', extractMs, percent(extractMs / apartMs)),
    row('indexing alone', indexMs, percent(indexMs / apartMs)),
  ])
}

export function reportMemory(rows: readonly MemoryRow[]): string {
  const [first] = rows
  const cells = rows.map(row => [
    whole(row.runs),
    whole(row.answered),
    whole(row.pages),
    row.seconds.toFixed(1),
    whole(row.idleMb),
    whole(row.peakMb),
    ((row.peakMb - row.idleMb) / row.runs).toFixed(1),
    first && row !== first
      ? ((row.peakMb - first.peakMb) / (row.runs - first.runs)).toFixed(1)
      : '',
    whole(row.heapMb),
    row.leftMb.toFixed(1),
  ])
  const header = ['runs', 'answered', 'pages', 's', 'idle MB', 'peak MB']
  return section('Deep runs at once, from the web and with a model', [
    [...header, 'MB/run', 'MB/further run', 'heap MB', 'left MB'],
    ...cells,
  ])
}

function percent(share: number): string {
  return (share * 100).toFixed(1)
}

export function reportFirstQuestions(rows: readonly FirstQuestionsRow[]): string {
  const lines = rows.map(
    ({ part, right, wrong, refusedRightly, refusedWrongly }) =>
      `  ${part}: ${right} right, ${wrong} wrong, ${refusedRightly} rightly and ${refusedWrongly} wrongly refused`,
  )
  return `\nQuestions of newcomers about facts\n${lines.join('\n')}\n`
}
