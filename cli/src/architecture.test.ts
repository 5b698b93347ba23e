import { globSync, readFileSync } from 'node:fs'
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
  const allowed =
    /^(?:cli\/|@footnote\/(?:sdk|contract|mcp)(?:\/|$)|commander$|entities\/decode$|marked$|string-width$|node:)/
  expect(strays('cli', allowed)).toEqual([])
})

it('the SDK imports the contract alone, and LangChain for its tools, so any program can include it', () => {
  const allowed =
    /^(?:sdk\/|@footnote\/contract\/|eventsource-parser$|ai$|@langchain\/core\/tools$|node:)/
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

it('the SDK exports only what core/ and the folders of tools declare, and internal/ stays private', () => {
  const entries = {
    'index.ts': /^\.\/core\//,
    'index.node.ts': /^\.\/(?:core\/|index\.ts$)/,
    'ai-sdk/index.ts': /^\.\//,
    'langchain/index.ts': /^\.\.?\/(?:ai-sdk\/)?[\w-]+\.ts$/,
  }
  for (const [entry, allowed] of Object.entries(entries)) {
    const text = readFileSync(join(root, 'sdk/src', entry), 'utf8')
    const targets = [...text.matchAll(/from '([^']+)'/g)].map(([, target = '']) => target)
    expect(targets).not.toEqual([])
    expect(targets.filter(target => !allowed.test(target))).toEqual([])
  }
  const reExports = globSync('sdk/src/{core,ai-sdk,langchain}/*.ts', { cwd: root }).filter(path =>
    /^export .*from '\.\.\/internal\//m.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(reExports).toEqual([])
})
