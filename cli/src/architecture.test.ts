import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** What the files of a workspace import, be it at once or later; their tests may import anything. */
function importsOf(workspace: string): { path: string; target: string }[] {
  return globSync(`${workspace}/src/**/*.ts`, { cwd: root })
    .filter(path => !path.endsWith('.test.ts') && !/\/testing\//.test(path))
    .flatMap(path =>
      [...readFileSync(join(root, path), 'utf8').matchAll(IMPORT)].map(([, target = '']) => ({
        path,
        target,
      })),
    )
}

const IMPORT = /(?:from |import\(|import )'([^']+)'/g
const strays = (workspace: string, allowed: RegExp) => {
  const found = importsOf(workspace)
  expect(found.length).toBeGreaterThan(10)
  return found.filter(({ target }) => !allowed.test(target))
}

it('the command line knows the SDK, the contract and the tools for agents, and nothing of the service', () => {
  const own = /^\.\.?\/(?!.*\b(?:server|engine|platform|web)\/)/
  const allowed = /^(?:@footnote\/(?:sdk|contract|mcp)(?:\/|$)|commander$|marked$|node:)/
  expect(strays('cli', new RegExp(`${own.source}|${allowed.source}`))).toEqual([])
})

it('the SDK knows the contract alone, so that any program can bring it along', () => {
  const allowed =
    /^(?:\.\.?\/(?!.*\b(?:cli|server|engine|platform|web)\/)|@footnote\/contract\/|eventsource-parser$|ai$|node:)/
  expect(strays('sdk', allowed)).toEqual([])
})

it('the environment is read where the command meets its process, and handed on', () => {
  const readers = globSync('cli/src/**/*.ts', { cwd: root })
    .filter(path => !path.endsWith('.test.ts') && !/\/testing\//.test(path))
    .filter(path => readFileSync(join(root, path), 'utf8').includes('process.env'))
  expect(readers.sort()).toEqual([
    'cli/src/commands/mcp-command.ts',
    'cli/src/commands/with-session.ts',
  ])
})
