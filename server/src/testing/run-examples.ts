import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import type { Example } from './read-examples.ts'

export interface Ran {
  readonly example: Example
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

const PROGRAMS = {
  bash: { needs: ['bash', 'curl'], file: 'example.sh', run: 'bash' },
  ts: { needs: [], file: 'example.mts', run: process.execPath },
  python: { needs: ['python3'], file: 'example.py', run: 'python3' },
} as const
/** Between the outputs of two blocks that share a shell. */
const SEPARATOR = '\0'

/** What is not installed here and so cannot be run; the run says so. */
export function missingPrograms(): string[] {
  const needed = Object.values(PROGRAMS).flatMap(({ needs }) => needs)
  const missing = needed.filter(name => spawnSync(name, ['--version']).error !== undefined)
  for (const name of missing) {
    process.stderr.write(`\n*** SKIPPED, not passed: examples that need ${name} were not run.\n`)
  }
  return missing
}

export function canRun({ language }: Example, missing: readonly string[]): boolean {
  return !PROGRAMS[language].needs.some(name => missing.includes(name))
}

/** Runs the blocks of one page as its reader would: those for the shell one after another in one shell. */
export async function runExamples(
  examples: readonly Example[],
  { key }: { key: string },
): Promise<Ran[]> {
  const shell = examples.filter(({ language }) => language === 'bash')
  const others = examples.filter(({ language }) => language !== 'bash')
  const [inShell, ...apart] = await Promise.all([
    runShell(shell, key),
    ...others.map(async example => ({ example, ...(await runFile(example, example.code, key)) })),
  ])
  return [...inShell, ...apart]
}

async function runShell(examples: readonly Example[], key: string): Promise<Ran[]> {
  const [first] = examples
  if (!first) return []
  const script = examples.map(({ code }) => `${code}\nprintf '\\0'\n`).join('\n')
  const { stdout, ...rest } = await runFile(first, `set -eo pipefail\n${script}`, key)
  const outputs = stdout.split(SEPARATOR)
  return examples.map((example, index) => ({ example, stdout: outputs[index] ?? '', ...rest }))
}

async function runFile({ language }: Example, code: string, key: string) {
  const { file, run } = PROGRAMS[language]
  const folder = await makeTemporaryFolder()
  await writeFile(join(folder.path, file), code)
  const child = spawn(run, [file], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], FOOTNOTE_API_KEY: key },
  })
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ])
  await folder.remove()
  return { code: exitCode, stdout, stderr }
}
