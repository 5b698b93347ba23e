import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { normalizeLine } from '../extract/normalize-text.ts'
import { parseDate } from '../extract/parse-date.ts'
import { languageTag } from '../text/language-tag.ts'
import { addSources } from './library-add.ts'
import { withLibrary } from './library-path.ts'
import { findSources } from './library-sources.ts'
import { createProgressLine, writeOut } from './terminal.ts'

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
except hidden ones and those in node_modules. It follows no links. It skips unchanged files, so you can
repeat an interrupted command.

A document is cited by its address: the canonical link of a web page, or else
library://local/FOLDER/PATH, or what --url says.

Exits with 1 if a file could not be read or none was found, and with 130 if interrupted. The library keeps
the files that could be read.`

const MOST_JOBS = 32
/** Leaves one processor for the index. */
const JOBS = Math.min(4, Math.max(1, availableParallelism() - 1))

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
    .option('--jobs <number>', 'files to read at once', wholeNumber(MOST_JOBS), JOBS)
    .option('--json', 'print JSON')
    .addHelpText('after', HELP)
    .action(run)
}

async function run(names: readonly string[], options: Options): Promise<void> {
  const { url: base, date, language, country, rating, jobs } = options
  const stop = new AbortController()
  const line = createProgressLine(process.stderr)
  const onInterrupt = () => {
    if (stop.signal.aborted) process.exit(INTERRUPTED)
    stop.abort()
    line.say('Stopping after what is being read; once more stops at once.')
  }
  process.on('SIGINT', onInterrupt)
  try {
    const found = await findSources(names, base === undefined ? {} : { base })
    const { sources, failures, passedOver } = found
    for (const { name, reason } of failures) line.say(`${name} ${reason}`)
    await withLibrary({ readOnly: false }, async library => {
      const report = await addSources(library, sources, {
        details: {
          ...(date && { publishedOn: date }),
          ...(language && { language }),
          ...(country && { countries: country }),
          ...(rating && { rating }),
        },
        hasBase: base !== undefined,
        jobs,
        signal: stop.signal,
        onProgress: progress => line.update({ ...progress, current: shortName(progress.current) }),
        onFailure: (name, reason) => line.say(`${shortName(name)} ${reason}`),
      })
      line.end()
      await library.catchUp()
      const { added, updated, unchanged, done } = report
      const failed = report.failed + failures.length
      const { documents, passages } = library.index.counts()
      const summary = { ...report, failed, passedOver, documents, passages }
      const outcome =
        done + failed === 0
          ? 'Nothing to add was found.'
          : `${added} added, ${updated} updated, ${unchanged} unchanged, ${failed} failed.`
      const other = passedOver > 0 ? ` Passed over: ${passedOver}.` : ''
      await writeOut(
        options.json
          ? `${JSON.stringify(summary, null, 2)}\n`
          : `${outcome}${other}\nThe library has ${documents} documents in ${passages} passages.\n`,
      )
      const left = sources.length - done
      if (left > 0) {
        line.say(`Interrupted with ${left} to go; give the same command to go on.`)
        process.exitCode = INTERRUPTED
      } else if (failed > 0 || done === 0) process.exitCode = 1
    })
  } finally {
    line.end()
    process.off('SIGINT', onInterrupt)
  }
}

/** Writes a path as the operator would, without control characters. */
function shortName(name: string): string {
  if (/^https?:/.test(name)) return name
  const path = relative('.', name)
  return normalizeLine(path.startsWith('..') ? name : path)
}

function parseBase(written: string): string {
  if (/^https?:\/\//i.test(written) && URL.canParse(written)) return new URL(written).href
  throw new InvalidArgumentError('It must begin with https:// or http://.')
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

/** Returns a parser of numbers from 1 to the given one. */
export function wholeNumber(most: number): (written: string) => number {
  return written => {
    const number = Number(written)
    if (Number.isInteger(number) && number >= 1 && number <= most) return number
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${most}.`)
  }
}
