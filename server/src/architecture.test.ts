import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import {
  engineAddressSettings,
  engineFolderSettings,
  engineSettings,
} from '@footnote/platform/engine-settings'
import type { Setting } from '@footnote/platform/settings'
import { describe, expect, it } from 'vitest'
import { settings } from './settings.ts'

/**
 * Which folders each folder of the service may import from, be they the service's own or the
 * platform's of that name; the contract is open to all.
 */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  // Money must be readable without reading anything else.
  wallet: ['database'],
  accounts: ['database'],
  keys: ['database'],
  instance: ['database'],
  attempts: ['database'],
  mail: ['database'],
  // It reads balances and posts, both in one statement.
  notices: ['database'],
  // Counts and sums of all accounts, whoever they are.
  figures: ['database'],
  database: [],
  // It starts and ends processes; what they are for is nothing to it.
  engine: ['database'],
  // A failure upstream is named by the refund that it causes.
  upstream: ['database', 'wallet'],
  calls: ['database', 'instance', 'upstream', 'wallet'],
  payments: ['database', 'wallet'],
  // What its actions do to money is done by functions of the database.
  admin: ['database', 'payments', 'wallet'],
  // It knows no money: closing an account is one call of a function of the database.
  'sign-in': ['accounts', 'attempts', 'database', 'mail'],
  tasks: ['calls', 'database', 'upstream', 'wallet'],
  http: [
    ...[
      'calls',
      'database',
      'figures',
      'keys',
      'notices',
      'admin',
      'payments',
      'sign-in',
      'tasks',
      'upstream',
      'wallet',
    ],
  ],
}

const root = import.meta.dirname
const files = globSync('**/*.ts', { cwd: root })
  .filter(path => !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path))
  .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** The folder that a file is in, or undefined for those that lie at the top and belong to all. */
const folderOf = (path: string) => (path.includes('/') ? path.split('/')[0] : undefined)

const importsOf = ({ path, text }: { path: string; text: string }) =>
  [...text.matchAll(/from '(?:(\.[^']+)|@footnote\/platform\/([^']+))'/g)].map(
    ([, own, platform = '']) => (own === undefined ? platform : join(dirname(path), own)),
  )

describe.each(Object.entries(ALLOWED))('%s', (folder, allowed) => {
  it(`imports from ${['itself', ...allowed].join(', ')} and nowhere else`, () => {
    const strays = files
      .filter(({ path }) => folderOf(path) === folder)
      .flatMap(file => importsOf(file).map(target => ({ file: file.path, target })))
      .filter(({ target }) => ![undefined, folder, ...allowed].includes(folderOf(target)))
    expect(strays).toEqual([])
  })
})

it('the service meets the engine on the wire alone; one command line offers both', () => {
  const targets = files.flatMap(({ path, text }) =>
    [...text.matchAll(/'((?:@footnote|\.\.?)\/[^'\n]+)'/g)].map(([, target = '']) => ({
      path,
      target: target.startsWith('.') ? join(dirname(path), target) : target,
    })),
  )
  const engine = targets.filter(({ target }) => /^(@footnote|(\.\.\/)+)\/?engine\//.test(target))
  const strays = engine.filter(
    ({ path, target }) => path !== 'main.ts' || !target.startsWith('@footnote/engine/commands/'),
  )
  expect(strays).toEqual([])
})

it('engine settings are declared in the platform and listed nowhere in the service', () => {
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

it('the tools for agents know the contract and their own SDK, so that any program can offer them', () => {
  const source = join(root, '../../mcp/src')
  const imports = globSync('*.ts', { cwd: source }).flatMap(path =>
    [...readFileSync(join(source, path), 'utf8').matchAll(/ from '([^']+)'/g)].map(
      ([, target = '']) => target,
    ),
  )
  const strays = imports.filter(
    target =>
      !/^(\.\/|\.\.\/package\.json$|@footnote\/contract\/|@modelcontextprotocol\/server(\/stdio)?$|vitest$)/.test(
        target,
      ),
  )
  expect(strays).toEqual([])
})

it('http writes no SQL', () => {
  const writers = files.filter(
    ({ path, text }) => folderOf(path) === 'http' && text.includes('.query('),
  )
  expect(writers.map(({ path }) => path)).toEqual([])
})

it('the environment is read at the command line alone, and handed on', () => {
  const readers = files.filter(({ text }) => text.includes('process.env'))
  expect(readers.map(({ path }) => path).sort()).toEqual([
    'commands/serve-command.ts',
    'commands/with-database.ts',
  ])
})

it('nothing is written to the log or the terminal but by those whose business it is', () => {
  const writers = files.filter(({ text }) => /console\.|process\.std(out|err)\.write/.test(text))
  for (const { path } of writers) expect(path).toMatch(/^(commands\/|main\.ts)/)
})

// Behind PgBouncer in transaction mode, the next statement may be on another connection: a lock, a setting or a
// channel of a session would stay with whoever gets that connection next.
it('no statement relies on the session: locks and settings end with their transaction', () => {
  const repository = join(root, '../..')
  const paths = globSync('{server,platform,engine}/{src/**/*.ts,migrations/*.sql}', {
    cwd: repository,
  }).filter(path => !path.endsWith('.test.ts') && !path.includes('/testing/'))
  const ofSessions = [
    /pg_(try_)?advisory_(lock|unlock)/i,
    /['`;]\s*(listen|prepare|discard|set session) /i,
    /['`;]\s*set (?!local )\w+ (=|to) /i,
    /create (temp|temporary) (?!table \w+ on commit drop)|with hold/i,
  ]
  const users = paths.filter(path => {
    const text = readFileSync(join(repository, path), 'utf8')
    return ofSessions.some(pattern => pattern.test(text))
  })
  // Asks beforehand whether a pooler is in between.
  expect(users).toEqual(['engine/src/runs/run-changes.ts'])
})
