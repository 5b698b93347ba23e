import { join } from 'node:path'
import {
  engineAddressSettings,
  engineFolderSettings,
  engineSettings,
} from '@footnote/platform/engine-settings'
import type { Setting } from '@footnote/platform/settings'
import {
  findCycle,
  folderOf,
  importsOf,
  readFiles,
  readSources,
} from '@footnote/platform/testing/source-files'
import { describe, expect, it } from 'vitest'
import { settings } from './settings.ts'

/** The folders each folder of the server may import from, its own or the platform's; all may import the contract. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Money must be readable without reading anything else.
  wallet: ['database'],
  accounts: ['database'],
  keys: ['database'],
  instance: ['database'],
  attempts: ['database'],
  mail: ['database'],
  // Adds up the statements that it mails.
  notices: ['attempts', 'database', 'wallet'],
  // Records who changed them.
  webhooks: ['database', 'network', 'team'],
  figures: ['database'],
  database: [],
  // Starts and stops processes, and knows nothing of what they compute.
  engine: ['database'],
  // Runs the processes that share a port, and what there is one of.
  workers: ['database', 'engine', 'monitoring'],
  // Names each upstream failure by the refund it causes.
  upstream: ['database', 'wallet'],
  calls: ['attempts', 'database', 'instance', 'keys', 'upstream', 'wallet'],
  payments: ['database', 'wallet'],
  // Moves no money: it writes to the seller.
  'refund-requests': ['attempts', 'database', 'mail', 'payments', 'wallet'],
  // Holds what members share, which it cannot read.
  shares: ['attempts', 'database'],
  // Moves money only through functions of the database.
  admin: ['database', 'payments', 'wallet'],
  // Seals anew what others sealed.
  secrets: ['database', 'upstream', 'webhooks'],
  // Moves no money: closing an account calls one function of the database.
  'sign-in': ['accounts', 'attempts', 'database', 'mail', 'secrets'],
  // Records what members do, and moves no money.
  team: ['attempts', 'database', 'mail', 'sign-in'],
  // A grant is a key; better-auth issues its tokens.
  connections: [
    'attempts',
    'database',
    'keys',
    'network',
    'secrets',
    'sign-in',
    'team',
    'webhooks',
  ],
  // Reads figures everywhere and changes nothing.
  monitoring: ['admin', 'calls', 'database', 'instance', 'upstream', 'wallet'],
  // Tries what the service depends on, and changes nothing.
  doctor: ['database', 'engine', 'mail', 'payments'],
  tasks: ['calls', 'database', 'upstream', 'wallet'],
  http: [
    'admin',
    'attempts',
    'calls',
    'connections',
    'database',
    'figures',
    'instance',
    'keys',
    'notices',
    'payments',
    'shares',
    'sign-in',
    'tasks',
    'team',
    'upstream',
    'wallet',
    'webhooks',
  ],
}

const root = import.meta.dirname
const repository = join(root, '../..')
const files = readSources(root)

/** Lists the imports from the server's own files and from the platform, the latter by their path in it. */
const internalImportsOf = (file: (typeof files)[number]) =>
  importsOf(file)
    .filter(target => target.endsWith('.ts') || target.startsWith(PLATFORM))
    .map(target => target.replace(PLATFORM, ''))
const PLATFORM = '@footnote/platform/'

describe.each(Object.entries(ALLOWED))('%s', (folder, allowed) => {
  it(`imports from ${['itself', ...allowed].join(', ')} and nowhere else`, () => {
    const strays = files
      .filter(({ path }) => folderOf(path) === folder)
      .flatMap(file => internalImportsOf(file).map(target => ({ file: file.path, target })))
      .filter(({ target }) => ![undefined, folder, ...allowed].includes(folderOf(target)))
    expect(strays).toEqual([])
  })
})

it('no file imports itself through others, types included', () => {
  const all = readFiles(repository, '**/*.{ts,tsx}')
  expect(new Set(all.map(({ path }) => folderOf(path)))).toContain('engine')
  expect(findCycle(all)).toBeUndefined()
})

it('no production file of any workspace imports what is made for tests', () => {
  const production = readSources(repository, '*/src/**/*.{ts,tsx}')
  expect(new Set(production.map(({ path }) => folderOf(path)))).toContain('web')
  const strays = production.flatMap(file =>
    importsOf(file)
      .filter(target => /(?:^|\/)testing\//.test(target))
      .map(target => `${file.path} imports ${target}`),
  )
  expect(strays).toEqual([])
})

it('imports nothing of the engine but its commands, for the shared command line', () => {
  const strays = files.flatMap(file =>
    importsOf(file)
      .filter(target => /^(@footnote|(\.\.\/)+)\/?engine\//.test(target))
      .filter(
        target => file.path !== 'main.ts' || !target.startsWith('@footnote/engine/commands/'),
      ),
  )
  expect(strays).toEqual([])
})

it('names no engine setting, which the platform declares', () => {
  const decided = [...settings, ...engineAddressSettings, ...engineFolderSettings]
  const decidedHere = decided.map(({ name }) => name)
  const names = engineSettings.map(({ name }) => name).filter(name => !decidedHere.includes(name))
  const strays = files.filter(({ text }) => names.some(name => text.includes(name)))
  expect(strays.map(({ path }) => path)).toEqual([])
})

it('a setting that service and engine both read has one declaration', () => {
  const twice = settings.filter(
    setting => engineSettings.some(({ name }) => name === setting.name) && !isOfEngine(setting),
  )
  expect(twice).toEqual([])
  expect(settings.filter(isOfEngine)).not.toEqual([])
})

function isOfEngine(setting: Setting): boolean {
  return engineSettings.some(declared => declared === setting)
}

it('the MCP server imports the contract and its own SDK alone, so any program can include it', () => {
  const allowed =
    /^([\w-]+\.ts$|\.\.\/package\.json$|@footnote\/contract\/|@modelcontextprotocol\/server(\/stdio)?$|vitest$)/
  const imports = readFiles(join(repository, 'mcp/src'), '*.ts').flatMap(importsOf)
  expect(imports.filter(target => !allowed.test(target))).toEqual([])
})

it('http writes no SQL', () => {
  const writers = files.filter(
    ({ path, text }) => folderOf(path) === 'http' && text.includes('.query('),
  )
  expect(writers.map(({ path }) => path)).toEqual([])
})

it('only commands read the environment', () => {
  const readers = files.filter(({ text }) => text.includes('process.env'))
  expect(readers.map(({ path }) => path).sort()).toEqual([
    'commands/doctor-command.ts',
    'commands/serve-command.ts',
    'commands/with-database.ts',
  ])
})

it('only commands write to the terminal', () => {
  const writers = files.filter(({ text }) => /console\.|process\.std(out|err)\.write/.test(text))
  for (const { path } of writers) expect(path).toMatch(/^(commands\/|main\.ts)/)
})

// Behind PgBouncer in transaction mode, the next statement may be on another connection: a lock, a setting or a
// channel of a session would stay with the next user of that connection.
it('no statement relies on the session: locks and settings end with their transaction', () => {
  const statements = readSources(
    repository,
    '{server,platform,engine}/{src/**/*.ts,migrations/*.sql}',
  )
  const ofSessions = [
    /pg_(try_)?advisory_(lock|unlock)/i,
    /['`;]\s*(listen|prepare|discard|set session) /i,
    /['`;]\s*set (?!local )\w+ (=|to) /i,
    /create (temp|temporary) (?!table \w+ on commit drop)|with hold/i,
  ]
  const users = statements.filter(({ text }) => ofSessions.some(pattern => pattern.test(text)))
  // Checks first whether there is a pooler in between.
  expect(users.map(({ path }) => path)).toEqual(['engine/src/runs/run-events.ts'])
})
