import { join } from 'node:path'
import { importsOf, readSources } from '@footnote/platform/testing/source-files'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

const strays = (workspace: string, allowed: RegExp) => {
  const found = readSources(root, `${workspace}/src/**/*.ts`).flatMap(file =>
    importsOf(file).map(target => ({ path: file.path, target })),
  )
  expect(found.length).toBeGreaterThan(10)
  return found.filter(({ target }) => !allowed.test(target))
}

it('the command line imports the SDK, the contract and the MCP server, and nothing of the service', () => {
  const allowed = /^(?:cli\/|@footnote\/(?:sdk|contract|mcp)(?:\/|$)|commander$|entities\/decode$|marked$|string-width$|node:)/
  expect(strays('cli', allowed)).toEqual([])
})

it('the SDK imports the contract alone, so any program can include it', () => {
  const allowed = /^(?:sdk\/|@footnote\/contract\/|eventsource-parser$|ai$|node:)/
  expect(strays('sdk', allowed)).toEqual([])
})

it('only the commands that meet their process read the environment', () => {
  const readers = readSources(root, 'cli/src/**/*.ts').filter(({ text }) =>
    text.includes('process.env'),
  )
  expect(readers.map(({ path }) => path).sort()).toEqual([
    'cli/src/commands/mcp-command.ts',
    'cli/src/commands/with-session.ts',
  ])
})
