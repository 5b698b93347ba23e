import type { Command } from 'commander'
import { beforeAll, describe, expect, it } from 'vitest'
import { addCallerCommands } from './commands/add-caller-commands.ts'
import { createProgram } from './create-program.ts'
import { helpWidth } from './help-layout.ts'

let program: Command
beforeAll(async () => {
  program = createProgram({ version: '1.0.0', description: 'Cited answers. You pay per call.' })
  await addCallerCommands(program)
})

/** Prints the help of a command and all below it for a terminal of this width. */
function printHelp(command: Command, columns: number): string {
  let text = ''
  command.configureOutput({
    writeOut: part => {
      text += part
    },
    getOutHelpWidth: () => helpWidth({ isTTY: true, columns }),
  })
  command.outputHelp()
  return [text, ...command.commands.map(below => printHelp(below, columns))].join('\n')
}

describe.each([40, 50, 72, 100, 200])('the help in a window of %i columns', columns => {
  it('has no line that is wider, except for words that cannot be broken', () => {
    const lines = printHelp(program, columns).split('\n')
    expect(lines.length).toBeGreaterThan(100)
    const wide = lines.filter(
      line => line.length > columns && /\S\s+\S/.test(line) && !line.includes('mcpServers'),
    )
    expect(wide).toEqual([])
  })
})

it('prints a description below its option in a narrow window, and beside it in a wide one', () => {
  const [research] = program.commands.filter(command => command.name() === 'research')
  if (!research) throw new Error('research is a command')
  expect(printHelp(research, 40)).toMatch(
    /\n {2}--no-wait\n {6}Print the task ID and exit;\n {6}\S/,
  )
  expect(printHelp(research, 120)).toMatch(/\n {2}--no-wait {2,}Print the task ID and exit;/)
})

it('uses 80 columns in a pipe', () => {
  expect(helpWidth({})).toBe(80)
})
