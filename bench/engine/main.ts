import { existsSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installFacts } from '../../engine/src/facts/install-facts.ts'
import { openFacts } from '../../engine/src/facts/open-facts.ts'
import { profileDocuments } from '../../engine/src/facts/profile-documents.ts'
import { openReader } from '../../engine/src/reader/open-reader.ts'
import type { Source } from '../../engine/src/search/source.ts'
import { askAnswer, askTables } from './ask-pipeline.ts'
import { readAttributionLines } from './attribution-lines.ts'
import {
  docsDocuments,
  missingPackages,
  readDocsQuestions,
} from './docs-questions/docs-questions.ts'
import { measureDocs } from './docs-questions/measure-docs.ts'
import { askFilings, hasBrowser, summariseFilings } from './filings/measure-filings.ts'
import { measureFill } from './fill/measure-fill.ts'
import { measureFinance } from './finance-questions/measure-finance.ts'
import { findMaterial } from './find-material.ts'
import { measureFirstQuestions } from './first-questions/measure-first-questions.ts'
import { measureAnswers, measureRefusals } from './measure-answers.ts'
import { measureBroad } from './measure-broad.ts'
import { measureEfforts } from './measure-efforts.ts'
import { measureFacts } from './measure-facts.ts'
import { measureHostileWriter, type WriterOptions } from './measure-hostile-writer.ts'
import { measureLibrary } from './measure-library.ts'
import { measureLongest } from './measure-longest.ts'
import { measureSharedLibrary } from './measure-shared-library.ts'
import { measureTables } from './measure-tables.ts'
import { measureTyped } from './measure-typed.ts'
import { measureVerifier, type VerifierRow } from './measure-verifier.ts'
import { measureMemory, measurePages } from './measure-web.ts'
import {
  type Figure,
  reportBroad,
  reportEfforts,
  reportFacts,
  reportFigures,
  reportFill,
  reportFinance,
  reportFirstQuestions,
  reportKept,
  reportLibrary,
  reportLongest,
  reportMemory,
  reportPages,
  reportSharedLibrary,
  reportWriter,
} from './report.ts'
import { readTatqa, tatqaDocument } from './tatqa.ts'
import { withFacts } from './with-facts.ts'
import { type LibraryKind, withLibrary } from './with-library.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'
import { paragraphDocuments, readXquad, wasInView, type Xquad } from './xquad.ts'

const QUICK_PASSAGES = [1_000, 10_000, 100_000]
/** Questions of each set that a hostile model answers. */
const HOSTILE = { whole: 120, quick: 10 }
const PAGES = { whole: { pages: 200, rounds: 3 }, quick: { pages: 24, rounds: 1 } }
const SHARED_PASSAGES = { whole: 100_000, quick: 10_000 }
const RUNS = { whole: [1, 10, 50], quick: [2] }

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    data: { type: 'string', default: join(import.meta.dirname, '../../../shared/data') },
    /** Shows the sentences that stay with one strategy of the hostile model, and measures nothing else. */
    kept: { type: 'string' },
    /** Runs these parts alone, such as `first,finance,broad`. */
    only: { type: 'string' },
    /** `postgres` asks about XQuAD and documentation twice: with a library file, then with one in PostgreSQL. */
    library: { type: 'string', default: 'file' },
  },
})
const print = (text: string) => void process.stdout.write(text)
const { kept } = values
const only = values.only?.split(',')

print(
  `Node ${process.versions.node}, ${cpus().length} cores; intervals hold with 95 % confidence\n`,
)
const reader = await openReader()
const hasData = existsSync(values.data)
if (hasData && kept !== undefined) {
  await hostile({ only: kept, onKept: one => print(reportKept(one)) })
  process.exit()
}
if (!['file', 'postgres'].includes(values.library)) throw new Error('--library file or postgres')
const parts: Readonly<Record<string, () => void | Promise<void>>> = {
  ...(hasData && { xquad, tables, verifier, hostile: () => hostile() }),
  docs,
  facts: () => print(reportFacts(withFacts(measureFacts))),
  first: async () => print(reportFirstQuestions(await measureFirstQuestions(reader))),
  typed: async () =>
    print(reportFigures('The same answer, however it is typed', await measureTyped(reader))),
  longest: async () => print(reportLongest(await measureLongest(reader))),
  finance: async () => print(reportFinance(await measureFinance(reader))),
  filings,
  efforts: async () => print(reportEfforts(await measureEfforts(reader))),
  fill: async () => print(reportFill(await measureFill(reader))),
  broad: async () => print(reportBroad(await measureBroad(reader))),
  pages: async () => print(reportPages(await measurePages(sized(PAGES)))),
  memory: async () => print(reportMemory(await measureMemory(sized(RUNS)))),
  library: () =>
    print(reportLibrary(measureLibrary(values.quick ? { passages: QUICK_PASSAGES } : {}))),
  shared: async () =>
    print(reportSharedLibrary(await measureSharedLibrary(sized(SHARED_PASSAGES)))),
}
if (only !== undefined) {
  const unknown = only.filter(name => !(name in parts))
  if (unknown.length > 0) throw new Error(`no such part: ${unknown.join(', ')}`)
} else if (!hasData) {
  print('\nNo data sets: give their folder with --data. The other measurements need none.\n')
}
for (const [name, run] of Object.entries(parts))
  if (only === undefined || only.includes(name)) await run()

/** Runs a part with a library file and, if asked for, also with a library in PostgreSQL. */
async function withEachKind(
  run: (kind: LibraryKind, note: string) => Promise<void>,
): Promise<void> {
  await run('file', '')
  if (values.library === 'postgres') await run('postgres', ', library in PostgreSQL')
}

async function xquad(): Promise<void> {
  const all = readXquad(join(values.data, 'xquad-en-dev.json'))
  await withEachKind(async (kind, note) => {
    for (const isInView of [true, false]) {
      const questions = all.questions.filter(one => wasInView(all, one) === isInView)
      const part = isInView ? 'articles in view' : 'articles not in view'
      const figures = await answered(all, { ...all, questions }, kind)
      print(reportFigures(`XQuAD, ${part}: the answer operation${note}`, figures))
    }
  })
}

async function tables(): Promise<void> {
  const pieces = readTatqa(values.data)
  const figures = await withLibrary(pieces.map(tatqaDocument), source =>
    measureTables(pieces, askTables(source, reader)),
  )
  print(reportFigures('TAT-QA: all pieces in the library, each asked alone', figures))
}

async function verifier(): Promise<void> {
  const lines = readAttributionLines(values.data)
  const title = 'AttributionBench: macro-F1 of the sentence verifier'
  print(reportFigures(title, (await measureVerifier(lines, reader)).map(toFigure)))
}

function sized<T>({ whole, quick }: { whole: T; quick: T }): T {
  return values.quick ? quick : whole
}

async function hostile(options: Omit<WriterOptions, 'seed' | 'reader'> = {}): Promise<void> {
  const xquad = readXquad(join(values.data, 'xquad-en-dev.json'))
  const pieces = readTatqa(values.data)
  const found = await findMaterial({ xquad, pieces }, { most: sized(HOSTILE), reader })
  print(reportWriter(await measureHostileWriter(found, { seed: 1, reader, ...options })))
}

/** Annual reports are printed with a browser, then read like any PDF. */
async function filings(): Promise<void> {
  if (!hasBrowser()) {
    print('\nNo questions about annual reports: there is no browser to print them.\n')
    return
  }
  const answers = await withTemporaryFolder(async folder => {
    installFacts(join(folder, 'facts.db'))
    const facts = openFacts(join(folder, 'facts.db'))
    try {
      return await askFilings(folder, { facts, reader })
    } finally {
      facts.close()
    }
  })
  print(reportFigures('Questions about printed annual reports', summariseFilings(answers)))
}

/** The documentation of all packages of a part is in one library. */
async function docs(): Promise<void> {
  const data = readDocsQuestions()
  const missing = missingPackages(data)
  if (missing.length > 0) {
    print(`\nNo questions about documentation: ${missing.join(', ')} are not installed.\n`)
    return
  }
  for (const [part = '', own = []] of Map.groupBy(data.questions, one => one.part)) {
    const documents = await docsDocuments(data, own)
    const ask = async (source: Source, note: string) => {
      const figures = await measureDocs(askAnswer(source, reader), own)
      print(reportFigures(`Questions about packages' documentation, ${part}${note}`, figures))
    }
    await withEachKind((kind, note) => withLibrary(documents, source => ask(source, note), kind))
  }
}

/** Asks the questions of a library that holds all paragraphs. */
async function answered(all: Xquad, own: Xquad, kind: LibraryKind): Promise<Figure[]> {
  const figures = await withLibrary(
    paragraphDocuments(all),
    async source => [
      ...(await measureAnswers(askAnswer(source, reader), own)),
      await measureRefusals(askAnswer(source, reader), own, {
        name: 'refused with the rest of the article at hand',
      }),
    ],
    kind,
  )
  const elsewhere = await withLibrary(
    withFacts(facts => [...profileDocuments(facts)]),
    source =>
      measureRefusals(askAnswer(source, reader), own, {
        name: 'refused by a library without the answer',
      }),
    kind,
  )
  return [...figures, elsewhere]
}

function toFigure({ name, n, macroF1, interval }: VerifierRow): Figure {
  return { name, n, score: macroF1, ...interval }
}
