import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { engineSettings } from '@footnote/platform/engine-settings'
import { describe, expect, it } from 'vitest'
import { addCallerCommands } from '../cli/src/commands/add-caller-commands.ts'
import { createProgram } from '../cli/src/create-program.ts'
import { addEngineCommand } from '../engine/src/commands/engine-command.ts'
import { addLibraryCommands } from '../engine/src/commands/library-commands.ts'
import { addServiceCommands } from '../server/src/commands/service-commands.ts'
import { settings } from '../server/src/settings.ts'

type Program = ReturnType<typeof createProgram>

const ROOT = join(import.meta.dirname, '..')
const PAGES = ['*.md', '{cli,docs,examples,python,sdk}/**/*.md']
const SOURCES = [
  '*.ts',
  '{cli,contract,e2e,engine,examples,mcp,platform,python,sdk,server,web}/**/*.{ts,tsx,sql,py,css}',
]
/** Settings of the clients. */
const CLIENT_SETTINGS = [
  'FOOTNOTE_API_KEY',
  'FOOTNOTE_BASE_URL',
  'FOOTNOTE_LOG',
  'FOOTNOTE_WEBHOOK_SECRET',
]
const COMMAND = /npx footnote ([^`\n#]+)/g

const texts = new Map(
  globSync(PAGES, { cwd: ROOT, exclude: ['**/node_modules/**'] }).map(path => [
    path,
    readFileSync(join(ROOT, path), 'utf8'),
  ]),
)
const paths = [...texts.keys()].sort()

const program = createProgram({ version: '0', description: '' })
await addCallerCommands(program)
addServiceCommands(program)
addEngineCommand(program)
addLibraryCommands(program)

describe.each(paths)('%s', path => {
  it('links only to files and headings that exist', () => {
    expect(linksOf(path).filter(link => !leadsSomewhere(path, link))).toEqual([])
  })
})

// Records of the past may name what is gone.
describe.each(paths.filter(path => !/CHANGELOG|decisions/.test(path)))('%s', path => {
  it('names only commands and options that exist', () => {
    const lines = [...textOf(path).matchAll(COMMAND)].map(([, line = '']) => line.trim())
    expect(lines.filter(line => !isKnown(program, line.split(/\s+/)))).toEqual([])
  })

  it('names only settings that exist', () => {
    const known = [...settings, ...engineSettings].map(({ name }) => name)
    const named = textOf(path).match(/\bFOOTNOTE_[A-Z_]*[A-Z]\b/g) ?? []
    expect(named.filter(name => ![...known, ...CLIENT_SETTINGS].includes(name))).toEqual([])
  })
})

it.each(['ARCHITECTURE.md', 'CONTRIBUTING.md'])('%s names only source files that exist', path => {
  const files = globSync(SOURCES, { cwd: ROOT, exclude: ['**/node_modules', '**/dist'] })
  const named = [...textOf(path).matchAll(/`([a-z][\w./-]*\.(?:ts|tsx|sql|py|css))\b/g)]
  const missing = named.filter(
    ([, name = '']) =>
      !files.some(file => `/${file}`.endsWith(`/${name}`)) && !/^0001_|NAME/.test(name),
  )
  expect(named.length).toBeGreaterThan(10)
  expect(missing.map(([, name]) => name)).toEqual([])
})

it('finds a missing file, heading, command and option', () => {
  expect(leadsSomewhere('README.md', 'docs/nowhere.md')).toBe(false)
  expect(leadsSomewhere('README.md', 'docs/configuration.md#nowhere')).toBe(false)
  expect(leadsSomewhere('README.md', 'docs/configuration.md#time-limits')).toBe(true)
  expect(isKnown(program, ['wallet', 'debit'])).toBe(false)
  expect(isKnown(program, ['audit', '--fully'])).toBe(false)
  expect(isKnown(program, ['audit', '--full'])).toBe(true)
})

function textOf(path: string): string {
  return texts.get(path) ?? ''
}

/** Links within the repository; those of guides are paths of the running service. */
function linksOf(path: string): string[] {
  const prose = textOf(path).replace(/^```.*?^```/gms, '')
  const links = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, link = '']) => link)
  return links.filter(link => !/^(?:[a-z]+:|\/|\{\{)/.test(link))
}

function leadsSomewhere(from: string, link: string): boolean {
  const [file = '', heading] = link.split('#')
  const target = file === '' ? from : normalize(join(dirname(from), file))
  if (globSync(target, { cwd: ROOT }).length === 0) return false
  return heading === undefined || headingsOf(target).includes(heading)
}

/** Anchors as GitHub makes them. */
function headingsOf(path: string): string[] {
  const headings = [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title)
  return headings.map(title =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

function isKnown(command: Program, [word = '', ...rest]: readonly string[]): boolean {
  const next = command.commands.find(
    child => child.name() === word || child.aliases().includes(word),
  )
  if (next) return isKnown(next, rest)
  if (command.commands.length > 0 && /^[a-z]/.test(word)) return false
  const options = [word, ...rest].filter(part => part.startsWith('--'))
  return options.every(option => command.options.some(({ long }) => long === option))
}
