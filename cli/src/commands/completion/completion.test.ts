import { execFile, execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  makeTemporaryFolder,
  type TemporaryFolder,
} from '@footnote/platform/testing/temporary-folder'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { runFootnote } from '../../../../server/src/testing/processes/run-footnote.ts'
import { isTmuxInstalled, openScreen } from '../../testing/open-screen.ts'
import { addCallerCommands } from '../add-caller-commands.ts'
import { bashScript } from './bash-script.ts'
import { addCompletionCommand } from './completion-command.ts'
import { describeCommands } from './describe-commands.ts'
import { fishScript } from './fish-script.ts'
import { zshScript } from './zsh-script.ts'

const execute = promisify(execFile)

let folder: TemporaryFolder
let scripts: Record<'bash' | 'zsh' | 'fish', string>
beforeAll(async () => {
  folder = await makeTemporaryFolder()
  await mkdir(join(folder.path, 'a folder'))
  await writeFile(join(folder.path, 'a schema.json'), '{}')
  const program = new Command('footnote')
  await addCallerCommands(program)
  addCompletionCommand(program)
  const commands = describeCommands(program)
  scripts = { bash: bashScript(commands), zsh: zshScript(commands), fish: fishScript(commands) }
  for (const [shell, script] of Object.entries(scripts)) {
    await writeFile(join(folder.path, shell), script)
  }
})
afterAll(() => folder.remove())

function isInstalled(shell: string): boolean {
  try {
    execFileSync(shell, ['-c', 'exit 0'], { stdio: 'ignore' })
    return true
  } catch {
    process.stderr.write(`SKIPPED: ${shell} is not installed; its completion is not tried here\n`)
    return false
  }
}

/** What bash offers for the last of these words, which it has split already. */
async function offered(script: string, ...words: string[]): Promise<string[]> {
  const program = `source "$0"; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _footnote; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout, stderr } = await execute('bash', ['--norc', '-c', program, script, ...words], {
    cwd: folder.path,
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter(Boolean)
}

describe.runIf(isInstalled('bash'))('in bash', () => {
  const complete = (...words: string[]) => offered(join(folder.path, 'bash'), 'footnote', ...words)

  it('commands', async () => {
    expect(await complete('')).toEqual([
      ...['answer', 'research', 'finance-research', 'task', 'balance', 'usage', 'login', 'logout'],
      ...['mcp', 'completion', 'help'],
    ])
    expect(await complete('re')).toEqual(['research'])
    expect(await complete('help', 'u')).toEqual(['usage'])
  })

  it('options, of the command that they belong to', async () => {
    expect(await complete('research', 'x', '--s')).toEqual(['--schema'])
    expect(await complete('answer', 'x', '--s')).toEqual(['--safesearch'])
    expect(await complete('finance-research', '--e')).toEqual(['--effort'])
    // `finance` is the older name and still works.
    expect(await complete('finance', '--e')).toEqual(['--effort'])
  })

  it('the words that an option or an argument can be, however they are joined', async () => {
    expect(await complete('finance', '--effort', '')).toEqual(['deep', 'exhaustive'])
    expect(await complete('research', '--effort', '=', 'st')).toEqual(['standard'])
    expect(await complete('research', '--effort', '=')).toContain('frontier')
    expect(await complete('answer', '--freshness', 'w')).toEqual(['week'])
    expect(await complete('answer', '--country', 'c')).toContain('cl')
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  it('files where a file is wanted, whatever blanks are in their names, and nowhere else', async () => {
    const files = await complete('research', '--schema', 'a')
    expect(files.sort()).toEqual(['a folder', 'a schema.json'])
    expect(await complete('answer', '')).toEqual([])
    expect(await complete('answer', '--include-domain', '')).toEqual([])
  })

  it('the operator’s commands too in a checkout, two words deep', async () => {
    const { code, stdout, stderr } = await runFootnote(['completion', 'bash'], { settings: {} })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const script = join(folder.path, 'checkout')
    await writeFile(script, stdout)
    expect(await offered(script, 'footnote', '')).toEqual(
      expect.arrayContaining(['answer', 'serve', 'library']),
    )
    expect(await offered(script, 'footnote', 'key', '')).toEqual([
      ...['create', 'list', 'revoke', 'help'],
    ])
    expect(await offered(script, 'footnote', 'key', 'create', '--n')).toEqual(['--name'])
    expect(await offered(script, 'footnote', 'library', 'add', 'a ')).toHaveLength(2)
  })
})

describe.runIf(isInstalled('zsh'))('in zsh', () => {
  it('the script loads, and is what completes', async () => {
    const program = `autoload -U compinit && compinit -D && source "$0" && print -r -- "$_comps[footnote]"`
    const { stdout, stderr } = await execute('zsh', ['-f', '-c', program, join(folder.path, 'zsh')])
    expect({ stdout, stderr }).toEqual({ stdout: '_footnote\n', stderr: '' })
  })

  it.runIf(isTmuxInstalled())('commands, options, words and files', async () => {
    const screen = await openScreen({})
    onTestFinished(screen.close)
    await screen.type(`cd '${folder.path}'; exec zsh -f`)
    await screen.type(`autoload -U compinit && compinit -D && source ./zsh && print rea""dy`)
    await screen.shows('ready')
    for (const [typed, completed] of [
      ['footnote resea', 'footnote research '],
      ['footnote finance --effort ex', '--effort exhaustive'],
      ['footnote finance --effort=ex', '--effort=exhaustive'],
      ['footnote research --sch', '--schema '],
      ['footnote research --schema a\\ s', 'a\\ schema.json'],
    ] as const) {
      await screen.write(typed)
      await screen.press('Tab')
      await screen.shows(completed)
      await screen.press('C-u')
    }
  })
})

describe.runIf(isInstalled('fish'))('in fish', () => {
  const complete = async (line: string) => {
    const program = `source ${join(folder.path, 'fish')}; complete -C '${line}'`
    const { stdout } = await execute('fish', ['--no-config', '-c', program], { cwd: folder.path })
    return stdout.split('\n').map(each => each.split('\t')[0])
  }

  it('commands, options, words and files', async () => {
    expect(await complete('footnote rese')).toContain('research')
    expect(await complete('footnote finance --effort ')).toContain('exhaustive')
    expect(await complete('footnote finance --effort=')).toContain('--effort=exhaustive')
    expect(await complete('footnote research --sch')).toContain('--schema')
    expect(await complete('footnote research --schema a')).toContain('a schema.json')
  })
})

it('nothing that a description says can end its quotes', () => {
  const program = new Command('footnote')
  program.command('x').description(`it's $(touch /tmp/y) \`z\` \\' done`)
  const commands = describeCommands(program)
  expect(zshScript(commands)).toContain(`'x:it'\\''s $(touch /tmp/y) \`z\` \\'\\'' done'`)
  expect(fishScript(commands)).toContain(`-d 'it\\'s $(touch /tmp/y) \`z\` \\\\\\' done'`)
})
