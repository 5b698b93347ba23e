import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOOLS, tools } from '@footnote/contract/tools'
import { expect, it } from 'vitest'
import { addCallerCommands } from '../cli/src/commands/add-caller-commands.ts'
import { createProgram } from '../cli/src/create-program.ts'
import { describeTools } from '../mcp/src/tools.ts'

const ROOT = join(import.meta.dirname, '..')
const READ_BY_PEOPLE = [
  '{README,ARCHITECTURE,CONTRIBUTING}.md',
  '{docs,examples}/**/*.{md,py}',
  '{cli,contract,mcp,sdk,server,web}/src/**/*.{ts,tsx}',
  'sdk/README.md',
]
/** Former names of tools and efforts. */
const OTHER_NAMES = [
  /\bfinance (?:research|report|call|question)s?\b/i,
  /\bfinancial calls?\b/i,
  /['"`>]Finance['"`<]/,
  /\b(?:Lite|Exhaustive|Frontier)\b/,
]

it('uses one name for every tool and effort wherever people read it', () => {
  const files = globSync(READ_BY_PEOPLE, {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/*.test.ts'],
  })
  expect(files.length).toBeGreaterThan(300)
  const strays = files.flatMap(path =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter(line => OTHER_NAMES.some(name => name.test(line)))
      .map(line => `${path}: ${line.trim()}`),
  )
  expect(strays).toEqual([])
})

it('gives every tool a command and an MCP tool under its own names', async () => {
  const program = createProgram({ version: '0', description: '' })
  await addCallerCommands(program)
  const commands = program.commands.map(command => command.name())
  expect(commands).toEqual(expect.arrayContaining(TOOLS.map(tool => tools[tool].command)))
  for (const tool of TOOLS) {
    const listed = describeTools().find(({ name }) => name === `footnote_${tool}`)
    expect(listed?.title).toBe(tools[tool].name)
  }
})
