import type { Budget, Effort } from '../budgets.ts'
import type { Background, Finding } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { ComparisonTable, Statement } from '../evidence/statement.ts'
import { NO_MORE } from '../facts/report/build-report.ts'
import { joinAnd } from '../text/say.ts'
import type { Draft, Section } from './draft.ts'
import { type ReportWords, reportWords } from './report-words.ts'
import { chooseSentences, stateFound } from './state-found.ts'
import { stateTableAnswer } from './state-table-answer.ts'

const SHORT_ANSWER_SENTENCES = 2
const MOST_IN_PARAGRAPH = 5

interface WriteOptions {
  readonly ledger: Ledger
  readonly effort: Effort
  readonly limits: Budget
  /** The language of the answers, if they are not in English. */
  readonly language?: string | undefined
}

/**
 * Writes by rules, from what is in the findings and nothing else. Nothing is said twice: what the
 * opening says, the sections leave out.
 */
export function writeReport(findings: readonly Finding[], options: WriteOptions): Draft {
  const { effort, limits } = options
  const words = reportWords(options.language)
  const answered = findings.filter(isAnswered)
  const openings = withoutRepeats(
    answered.map(finding => openingOf(finding, options)),
    effort === 'lite',
  )
  if (effort === 'lite') {
    // Whoever asks several things gets an answer to each.
    const reported = findings.flatMap(({ figures }) => figures?.statements ?? [])
    const most = Math.max(limits.sentencesPerPart, answered.length, reported.length)
    const bullets = findings.flatMap(({ figures }) => figures?.items ?? [])
    const missing = missingNote(findings, words)
    const notes = missing === undefined ? [] : [missing]
    return { sections: [{ paragraphs: [inShort(openings, most)], bullets, notes }] }
  }
  const said = new Set(openings.flat().flatMap(keysOf))
  const isDeep = effort !== 'standard'
  const sections: Section[] = [
    {
      ...(isDeep && { heading: words.summary }),
      ...asSummary(openings),
    },
    ...figureTables(findings, words),
    ...figureBackground(findings),
    ...(isDeep
      ? answered.map(finding => detailSection(nameOf(finding), [finding], { ...options, said }))
      : [detailSection(words.details, answered, { ...options, said })]),
  ]
  const conflicts = conflictsOf(answered)
  if (conflicts.length > 0) {
    sections.push({ heading: words.differ, paragraphs: [], bullets: conflicts })
  }
  return { sections: [...sections, ...gapSections(findings, words)] }
}

const VERDICT = /^(?:Yes|No): /

/** Two questions may have an answer in common, in the same words or, in a report, from the same quotes. */
function withoutRepeats(openings: readonly Statement[][], isShort: boolean): Statement[][] {
  const said = new Set<string>()
  return openings.map((own, at) =>
    own.filter(statement => {
      const bare = statement.text.replace(VERDICT, '')
      const known = [bare, ...(isShort ? [] : [keysOf(statement).sort().join()])]
      const isNew = VERDICT.test(statement.text) || !known.some(one => said.has(one))
      if (at > 0 && !isNew) return false
      for (const one of known) said.add(one)
      return true
    }),
  )
}

/** A long summary is a list: nobody reads a paragraph of ten figures. */
function asSummary(openings: readonly (readonly Statement[])[]) {
  const isLong = openings.some(({ length }) => length > MOST_IN_PARAGRAPH)
  return isLong
    ? { paragraphs: [], bullets: openings.flat() }
    : { paragraphs: openings.filter(({ length }) => length > 0) }
}

/** What was not found, in one line. */
export function missingNote(findings: readonly Finding[], words: ReportWords): string | undefined {
  const missing = [
    ...findings.filter(finding => !isAnswered(finding)).map(nameOf),
    ...together(findings.flatMap(unreported)),
  ]
  return missing.length > 0 ? `${words.notFound}: ${missing.join('; ')}` : undefined
}

/** What the report does not say: because nothing was found, or because it was not looked for. */
export function gapSections(findings: readonly Finding[], words: ReportWords): Section[] {
  const open = findings.filter(finding => !isAnswered(finding))
  const notFound = [
    ...open.filter(({ isSkipped }) => !isSkipped).map(finding => `- ${nameOf(finding)}`),
    ...together(findings.flatMap(unreported)).map(missing => `- ${missing}`),
    ...findings.flatMap(noteYears),
  ]
  const leftOut = open.filter(({ isSkipped }) => isSkipped).map(finding => `- ${nameOf(finding)}`)
  return [
    { heading: words.notFound, paragraphs: [], notes: notFound },
    { heading: words.leftOut, paragraphs: [], notes: leftOut },
  ].filter(({ notes }) => notes.length > 0)
}

/** "Chile and Peru: rents" for the same of several. */
function together(missing: readonly string[]): string[] {
  const parts = missing.map(one => /^([^:]+): (.+)$/s.exec(one) ?? [one, '', one])
  return [...Map.groupBy(parts, ([, , what = '']) => what)].map(([what, own]) => {
    const names = [...new Set(own.flatMap(([, name]) => name || []))]
    return names.length > 0 ? `${joinAnd(names)}: ${what}` : what
  })
}

/** What no filing gives. */
export function unreported({ figures }: Finding): readonly string[] {
  return figures?.missing ?? []
}

function noteYears(finding: Finding): string[] {
  const { missedYears = [] } = finding
  if (missedYears.length === 0) return []
  return [`- ${nameOf(finding)} in ${missedYears.join(', ')} (the sources give other years only)`]
}

export function isAnswered({ sentences, tableAnswer, figures }: Finding): boolean {
  return sentences.length > 0 || tableAnswer !== undefined || (figures?.statements.length ?? 0) > 0
}

/** The first sentence for each part; what room is left goes to what follows it. */
function inShort(openings: readonly (readonly Statement[])[], most: number): Statement[] {
  let room = Math.max(0, most - openings.length)
  const shortened = openings.flatMap(([first, ...rest]) => {
    const more = rest.slice(0, room)
    room -= more.length
    return first ? [first, ...more] : []
  })
  return shortened.slice(0, most)
}

/** The short answer to one part. */
function openingOf(finding: Finding, { ledger }: WriteOptions): Statement[] {
  const { sentences, tableAnswer, figures } = finding
  if (figures && figures.statements.length > 0) return [...figures.statements]
  if (tableAnswer) return [stateTableAnswer(tableAnswer, ledger)]
  // A field that is what was asked for needs no second sentence; prose often does.
  const limit = sentences[0]?.label === undefined ? SHORT_ANSWER_SENTENCES : 1
  return chooseSentences(sentences, { limit }).map(found => stateFound(found, ledger))
}

/** Returns the statements that are not yet in `said`, and adds them to it. */
function detailSection(
  heading: string,
  findings: readonly Finding[],
  { ledger, limits, said }: WriteOptions & { readonly said: Set<string> },
): Section {
  const bullets: Statement[] = []
  for (const { sentences, related, figures } of findings) {
    const found = [...sentences, ...related].map(one => stateFound(one, ledger))
    for (const statement of [...(figures?.details ?? []), ...found]) {
      if (bullets.length >= limits.sentencesPerPart) break
      const keys = keysOf(statement)
      if (keys.some(key => said.has(key))) continue
      for (const key of keys) said.add(key)
      bullets.push(statement)
    }
  }
  return { heading, paragraphs: [], bullets }
}

/** A statement is known by where its quotes begin: a longer quote from there says the same and more. */
function keysOf({ evidence }: Statement): string[] {
  return evidence.map(({ passage, start }) => `${passage.documentId}:${start}`)
}

function nameOf({ part }: Finding): string {
  return part.question.replace(/[?.!]+$/, '')
}

/** Returns the reported figures side by side, those of the same subjects or times in one table. */
export function figureTables(findings: readonly Finding[], words: ReportWords): Section[] {
  const tables = findings.flatMap(({ figures }) =>
    figures?.table ? [{ heading: figures.heading ?? words.figures, table: figures.table }] : [],
  )
  // "Coca-Cola and PepsiCo: revenue" and "Coca-Cola and PepsiCo: debt" are of the same two.
  const keyOf = ({ heading, table: { columns } }: (typeof tables)[number]) =>
    [heading.replace(/: .*/, ''), ...columns].join('|')
  return [...Map.groupBy(tables, keyOf).values()].flatMap(same => {
    const [first] = same
    if (!first) return []
    const rows = joinRows(same.flatMap(({ table }) => table.rows))
    const isOne = new Set(same.map(({ heading }) => heading)).size === 1
    const heading = isOne
      ? first.heading
      : first.heading.replace(/: .*/, `: ${words.figures.toLowerCase()}`)
    return [{ heading, paragraphs: [], table: { ...first.table, rows } }]
  })
}

/** Statements about filings that give different values. */
export function conflictsOf(findings: readonly Finding[]): readonly Statement[] {
  return findings.flatMap(({ figures }) => figures?.conflicts ?? [])
}

/** Sections on what lies behind the figures, without what an earlier one says. */
export function figureBackground(findings: readonly Finding[]): Section[] {
  const used = new Set<string>()
  const said = new Set(
    findings.flatMap(({ figures }) => figures?.statements ?? []).map(one => one.text),
  )
  const isNew = (text: string) => {
    if (said.has(text)) return false
    said.add(text)
    return true
  }
  const all = joinTables(findings.flatMap(({ figures }) => figures?.background ?? []))
  const more = all.filter(({ heading }) => heading !== NO_MORE)
  return (more.length > 0 ? more : all).flatMap(
    ({ heading, about, statements, isProse, table, notes }) => {
      const own = statements.filter(({ text }) => isNew(text))
      const shown = table && isNew(textOf(table)) ? table : undefined
      const remarks = (notes ?? []).filter(isNew)
      if (own.length === 0 && !shown && remarks.length === 0) return []
      const isTaken = used.has(heading)
      used.add(heading)
      return {
        heading: isTaken && about ? `${about}: ${heading}` : heading,
        paragraphs: isProse ? [own] : [],
        ...(!isProse && { bullets: own }),
        ...(shown && { table: shown }),
        notes: remarks,
      }
    },
  )
}

/** Sections with one heading and the same columns, or without a table, are one, with each row once. */
function joinTables(sections: readonly Background[]): Background[] {
  const joined: Background[] = []
  for (const { table, ...section } of sections) {
    const isOf = (one: Background) =>
      one.heading === section.heading && one.table?.columns.join() === table?.columns.join()
    const at = joined.findIndex(isOf)
    const own = joined[at] ?? { ...section, statements: [] }
    const rows = joinRows([...(own.table?.rows ?? []), ...(table?.rows ?? [])])
    const statements = [...own.statements, ...section.statements]
    const notes = [...new Set([...(own.notes ?? []), ...(section.notes ?? [])])]
    const all = { ...own, statements, notes, ...(table && { table: { ...table, rows } }) }
    joined.splice(at < 0 ? joined.length : at, 1, all)
  }
  return joined
}

/** Each row once, in its first place. */
function joinRows(rows: ComparisonTable['rows']): ComparisonTable['rows'] {
  return [...new Map(rows.map(row => [row.label, row])).values()]
}

function textOf({ columns, rows }: ComparisonTable): string {
  const lines = rows.map(({ label, cells }) => [label, ...cells.map(cell => cell?.text)].join('|'))
  return [columns.join('|'), ...lines].join('\n')
}
