import { styleText } from 'node:util'
import { type Command, InvalidArgumentError } from 'commander'
import type { Passage } from '../library/passage.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import { contentStems, words } from '../text/words.ts'
import { excerpt } from './library-excerpt.ts'
import { withLibrary } from './library-with.ts'

interface Options {
  readonly limit: number
  readonly json?: boolean
}

const MOST_RESULTS = 100

export function addLibrarySearchCommand(library: Command): void {
  library
    .command('search <text...>')
    .description('Show the passages that fit a question or some words best')
    .option('--limit <number>', 'how many to show', parseLimit, 5)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if nothing was found.')
    .action((texts: string[], { limit, json }: Options) =>
      withLibrary({ readOnly: true }, opened => {
        const query = texts.join(' ')
        const now = new Date()
        const policy = compilePolicy({ safesearch: 'off' }, { now })
        const passages = opened.search({ query, policy, limit })
        if (passages.length === 0) process.exitCode = 1
        if (json) {
          const results = passages.map(({ documentId: _, ...passage }) => passage)
          process.stdout.write(`${JSON.stringify({ results }, null, 2)}\n`)
        } else if (passages.length === 0) process.stdout.write('Nothing was found.\n')
        else process.stdout.write(passages.map(each => show(each, { query, now })).join('\n'))
      }),
    )
}

function show(passage: Passage, { query, now }: { query: string; now: Date }): string {
  const { title, url, headings, publishedOn } = passage
  const path = [title, ...headings.filter(heading => heading !== title)].join(' › ')
  const age = publishedOn ? `${publishedOn}, ${ageOf(publishedOn, now)}` : 'undated'
  const wanted = contentStems(query)
  const text = excerpt(passage.text, wanted)
  return `${style('bold', path)}\n${style('dim', `${url}  (${age})`)}\n${highlight(text, wanted)}\n`
}

function highlight(text: string, wanted: ReadonlySet<string>): string {
  let shown = ''
  let at = 0
  for (const { start, end, stem } of words(text)) {
    if (!wanted.has(stem)) continue
    shown += text.slice(at, start) + style('yellow', text.slice(start, end))
    at = end
  }
  return shown + text.slice(at)
}

/** Plain where the output is no terminal, or where the environment asks for no colour. */
function style(format: 'bold' | 'dim' | 'yellow', text: string): string {
  return styleText(format, text, { stream: process.stdout })
}

function ageOf(day: string, now: Date): string {
  const days = Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / 86_400_000))
  if (days < 60) return `${days} days old`
  return days < 730
    ? `${Math.floor(days / 30.44)} months old`
    : `${Math.floor(days / 365.25)} years old`
}

function parseLimit(written: string): number {
  const limit = Number(written)
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_RESULTS) {
    throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST_RESULTS}.`)
  }
  return limit
}
