import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Example } from './read-examples.ts'
import { LANGCHAIN, type Output, openReadersFolder, type ReadersFolder } from './readers-folder.ts'

export interface Ran extends Output {
  readonly example: Example
}

const PROGRAMS = {
  bash: { needs: ['bash', 'curl'], ending: 'sh', run: 'bash' },
  ts: { needs: [], ending: 'mts', run: process.execPath },
  python: { needs: ['python3'], ending: 'py', run: 'python3' },
} as const
/** Separates the outputs of two blocks that share a shell. */
const SEPARATOR = '\0'
const COMPILER = fileURLToPath(new URL('../bin/tsc', import.meta.resolve('typescript')))
/** As strict as a careful reader's. */
const COMPILER_OPTIONS = {
  target: 'es2024',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  // The AI SDK's own declarations fail under this much strictness.
  skipLibCheck: true,
  noEmit: true,
  types: ['node'],
}

/** Programs that are not installed here, so that their blocks cannot run; the run says so. */
export function missingPrograms(): string[] {
  const needed = Object.values(PROGRAMS).flatMap(({ needs }) => needs)
  const missing: string[] = needed.filter(
    name => spawnSync(name, ['--version']).error !== undefined,
  )
  if (!existsSync(LANGCHAIN)) missing.push('@langchain/core')
  for (const name of missing) {
    process.stderr.write(`\n*** SKIPPED, not passed: examples that need ${name} were not run.\n`)
  }
  return missing
}

export function canRun({ language, code }: Example, missing: readonly string[]): boolean {
  if (code.includes("'@langchain/") && missing.includes('@langchain/core')) return false
  return !PROGRAMS[language].needs.some(name => missing.includes(name))
}

/**
 * Runs the blocks of one page as a reader would, in one folder: those for the shell one after
 * another in one shell, then the others, for which the shell may have installed something. Blocks
 * that use the SDK are compiled too.
 */
export async function runExamples(
  examples: readonly Example[],
  reader: { key: string; baseUrl: string },
): Promise<{ ran: Ran[]; compiled: Output | undefined }> {
  const folder = await openReadersFolder(reader)
  try {
    const inShell = await runShell(
      folder,
      examples.filter(({ language }) => language === 'bash'),
    )
    const programs = examples.filter(({ language }) => language !== 'bash')
    const files = await Promise.all(
      programs.map(async (example, index) => {
        const file = `example-${index}.${PROGRAMS[example.language].ending}`
        await folder.write(file, example.code)
        return { file, example }
      }),
    )
    const apart = await Promise.all(
      files.map(async ({ file, example }) => ({
        example,
        ...(await folder.run(PROGRAMS[example.language].run, [file])),
      })),
    )
    const typed = files.filter(({ example }) => example.code.includes("from '@footnote/sdk"))
    const compiled = await compile(
      folder,
      typed.map(({ file }) => file),
    )
    return { ran: [...inShell, ...apart], compiled }
  } finally {
    await folder.remove()
  }
}

async function runShell(folder: ReadersFolder, examples: readonly Example[]): Promise<Ran[]> {
  if (examples.length === 0) return []
  const script = examples.map(({ code }) => `${code}\nprintf '\\0'\n`).join('\n')
  await folder.write('example.sh', `set -eo pipefail\n${script}`)
  const { stdout, ...rest } = await folder.run('bash', ['example.sh'])
  const outputs = stdout.split(SEPARATOR)
  return examples.map((example, index) => ({ example, stdout: outputs[index] ?? '', ...rest }))
}

async function compile(
  folder: ReadersFolder,
  files: readonly string[],
): Promise<Output | undefined> {
  if (files.length === 0) return undefined
  await folder.write('tsconfig.json', JSON.stringify({ compilerOptions: COMPILER_OPTIONS, files }))
  return folder.run(process.execPath, [COMPILER, '-p', 'tsconfig.json'])
}
