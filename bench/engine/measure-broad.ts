import { budgets, type Effort } from '../../engine/src/budgets.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import { NoResult, type Research } from '../../engine/src/research.ts'
import data from './broad-questions.json' with { type: 'json' }
import { withFreshMachine } from './with-fresh-machine.ts'

/** The reports on all questions at one effort. Counts are of the median report. */
export interface BroadRow {
  readonly effort: Effort
  readonly answered: number
  /** Quoted lines, each counted once. */
  readonly facts: number
  readonly sources: number
  readonly sections: number
  readonly characters: number
  /** Sentences that a report says twice, over all reports. */
  readonly repeated: number
  /** Reports with more facts than at the effort below, and those that say that there are no more. */
  readonly more: number
  readonly done: number
  readonly p50Ms: number
}

interface Report {
  readonly facts: number
  readonly sources: number
  readonly sections: number
  readonly characters: number
  readonly repeated: number
  readonly isDone: boolean
  readonly ms: number
}

const EFFORTS = Object.keys(budgets) as Effort[]

/** Asks broad questions of the built-in library at every effort. */
export async function measureBroad(
  reader: Reader,
  onShort: (question: string, effort: Effort) => void = () => {},
): Promise<BroadRow[]> {
  return await withFreshMachine(reader, async research => {
    const rows: BroadRow[] = []
    let before = new Map<string, Report>()
    for (const effort of EFFORTS) {
      const reports = new Map<string, Report>()
      for (const question of data.questions) {
        const report = await ask(research, question, effort)
        if (report) reports.set(question, report)
      }
      const isMore = ([question, { facts: own }]: readonly [string, Report]) =>
        own > (before.get(question)?.facts ?? 0)
      for (const [question, report] of reports)
        if (!isMore([question, report]) && !report.isDone) onShort(question, effort)
      rows.push(summariseReports(effort, [...reports.values()], [...reports].filter(isMore).length))
      before = reports
    }
    return rows
  })
}

async function ask(research: Research, input: string, effort: Effort): Promise<Report | undefined> {
  const startedMs = performance.now()
  try {
    const { content, sources } = await research(
      { kind: 'research', input, effort, sources: {} },
      {},
    )
    const text = String(content)
    const said = sentencesOf(text)
    return {
      facts: new Set(sources.flatMap(({ url, excerpts }) => excerpts.map(one => `${url} ${one}`)))
        .size,
      sources: sources.length,
      sections: text.match(/^## /gm)?.length ?? 0,
      characters: text.length,
      repeated: said.length - new Set(said).size,
      isDone: text.includes('hold nothing more on this question'),
      ms: performance.now() - startedMs,
    }
  } catch (error) {
    if (error instanceof NoResult) return undefined
    throw error
  }
}

/** The sentences outside of tables and headings, without their markers. */
function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .filter(line => !/^(?:#|\||\*)/.test(line))
    .flatMap(line => line.split(/(?<=\]\]\.)\s/))
    .map(sentence =>
      sentence
        .replace(/^- /, '')
        .replace(/\s*\[\[[^\]]*\]\]/g, '')
        .trim(),
    )
    .filter(sentence => sentence !== '')
}

function summariseReports(effort: Effort, reports: readonly Report[], more: number): BroadRow {
  const median = (key: 'facts' | 'sources' | 'sections' | 'characters' | 'ms') =>
    reports.map(report => report[key]).toSorted((a, b) => a - b)[Math.floor(reports.length / 2)] ??
    0
  return {
    effort,
    answered: reports.length,
    facts: median('facts'),
    sources: median('sources'),
    sections: median('sections'),
    characters: median('characters'),
    repeated: reports.reduce((sum, { repeated }) => sum + repeated, 0),
    more,
    done: reports.filter(({ isDone }) => isDone).length,
    p50Ms: median('ms'),
  }
}
