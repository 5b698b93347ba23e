import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { normalizeLine } from '../extract/normalize-text.ts'
import { parseDate } from '../extract/parse-date.ts'
import { languageTag } from '../text/language-tag.ts'
import { type AddReport, addSources, type Details } from './library-add.ts'
import { withLibrary } from './library-path.ts'
import { findSources } from './library-sources.ts'
import { createProgressBar } from './terminal.ts'

interface Options {
  readonly url?: string
  readonly date?: string
  readonly language?: string
  readonly country?: readonly string[]
  readonly rating?: 'mature' | 'adult'
  readonly jobs: number
  readonly json?: boolean
}

const INTERRUPTED = 130
const HELP = `
In a folder, the command reads all files named .html, .pdf, .md, .txt, .json, .jsonl, .csv and the like,
except hidden ones and those in node_modules. It follows no link out of the folder. It skips unchanged
files, so you can repeat an interrupted command.

A document is cited by its address: the canonical link of a web page, or else
library://local/FOLDER/PATH, or what --url says.

Exits with 1 if a file could not be read or none was found, and with 130 if interrupted. The library keeps
the files that could be read.`

const MOST_JOBS = 32

export function addLibraryAddCommand(library: Command): void {
  library
    .command('add <path-or-url...>')
    .description('Add files, folders and web pages, or what has changed of them')
    .option('--url <base>', 'address that the files are known under', parseBase)
    .option('--date <date>', 'day on which all of them were published (YYYY-MM-DD)', parseDay)
    .option('--language <tag>', 'language of all of them, such as en', parseLanguage)
    .option('--country <code>', 'country of all of them, such as GB; may be repeated', addCountry)
    .addOption(
      new Option('--rating <rating>', 'what safe search goes by').choices(['mature', 'adult']),
    )
    .option('--jobs <number>', 'files to read at once', parseJobs, defaultJobs())
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action((names: string[], options: Options) => run(names, options))
}

async function run(names: readonly string[], options: Options): Promise<void> {
  const { url: base } = options
  const stop = new AbortController()
  const bar = createProgressBar(process.stderr)
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(INTERRUPTED)
    stop.abort()
    bar.say('Stopping after what is being read; once more stops at once.')
  }
  process.on('SIGINT', onInterrupt)
  try {
    const found = await findSources(names, base === undefined ? {} : { base })
    for (const { name, reason } of found.failures) bar.say(`${name} ${reason}`)
    for (const link of found.outsideLinks) {
      bar.say(`${shortName(link)} is a link that leads out of the folder or nowhere: passed over`)
    }
    await withLibrary({ readOnly: false }, async library => {
      const report = await addSources(library, found.sources, {
        details: detailsOf(options),
        hasBase: base !== undefined,
        jobs: options.jobs,
        signal: stop.signal,
        onProgress: progress => bar.update({ ...progress, current: shortName(progress.current) }),
        onFailure: (name, reason) => bar.say(`${shortName(name)} ${reason}`),
      })
      bar.end()
      await library.catchUp()
      const failed = report.failed + found.failures.length
      const passedOver = found.passedOver + found.outsideLinks.length
      const summary = { ...report, failed, passedOver, ...library.index.counts() }
      const isInterrupted = report.done < found.sources.length
      if (options.json) process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
      else printSummary(summary)
      if (isInterrupted) {
        const left = found.sources.length - report.done
        process.stderr.write(`Interrupted with ${left} to go; give the same command to go on.\n`)
      }
      if (isInterrupted) process.exitCode = INTERRUPTED
      else if (failed > 0 || report.done === 0) process.exitCode = 1
    })
  } finally {
    bar.end()
    process.off('SIGINT', onInterrupt)
  }
}

interface Summary extends AddReport {
  readonly passedOver: number
  readonly documents: number
  readonly passages: number
}

function printSummary(summary: Summary): void {
  const { added, updated, unchanged, failed, done, passedOver, documents, passages } = summary
  const other = passedOver > 0 ? ` Passed over: ${passedOver}.` : ''
  const lines = [
    done + failed === 0
      ? `Nothing to add was found.${other}`
      : `${added} added, ${updated} updated, ${unchanged} unchanged, ${failed} failed.${other}`,
    `The library has ${documents} documents in ${passages} passages.`,
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

function detailsOf({ date, language, country, rating }: Options): Details {
  return {
    ...(date && { publishedOn: date }),
    ...(language && { language }),
    ...(country && { countries: country }),
    ...(rating && { rating }),
  }
}

/** Writes a path as the operator would, without control characters. */
function shortName(name: string): string {
  if (/^https?:/.test(name)) return name
  const path = relative('.', name)
  return normalizeLine(path.startsWith('..') ? name : path)
}

function parseBase(written: string): string {
  if (!/^https?:\/\//i.test(written) || !URL.canParse(written)) {
    throw new InvalidArgumentError('It must begin with https:// or http://.')
  }
  return new URL(written).href
}

function parseDay(written: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(written) ? parseDate(written) : undefined
  if (!day) throw new InvalidArgumentError('It must be a day that has been, as YYYY-MM-DD.')
  return day
}

function parseLanguage(written: string): string {
  const tag = languageTag(written)
  if (!tag) throw new InvalidArgumentError('It must be a tag such as en or zh-hant.')
  return tag
}

function addCountry(written: string, before: readonly string[] = []): string[] {
  const codes = written.toUpperCase().split(',')
  if (!codes.every(code => /^[A-Z]{2}$/.test(code))) {
    throw new InvalidArgumentError('It must be a code of two letters, such as GB.')
  }
  return [...new Set([...before, ...codes])]
}

function parseJobs(written: string): number {
  const jobs = Number(written)
  if (!Number.isInteger(jobs) || jobs < 1 || jobs > MOST_JOBS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_JOBS}.`)
  }
  return jobs
}

/** Leaves one processor for the index. */
function defaultJobs(): number {
  return Math.min(4, Math.max(1, availableParallelism() - 1))
}
