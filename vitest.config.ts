import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { defaultExclude, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Small files with much to do: left to the end, where the runner puts them, all would wait for them. */
const LONGEST =
  /\/(?:e2e\/states-of-|simulation\/simulate|crash\/(?:withheld|shutdown|engine\.)|server\/src\/commands\/commands\.|docs-examples)/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longest = sorted.filter(({ moduleId }) => LONGEST.test(moduleId))
    // Tests without other processes are all work and no waiting, which fills the pauses of the longest.
    const sharing = ['together', 'services'].flatMap(name =>
      this.shuffle(sorted.filter(({ project }) => project.name === name)),
    )
    const rest = sorted.filter(file => !longest.includes(file) && !sharing.includes(file))
    return [...longest, ...sharing, ...rest]
  }

  /** Shuffles files by the seed alone, which the run prints and `--sequence.seed` replays. */
  private shuffle(files: TestSpecification[]): TestSpecification[] {
    const { root, sequence } = this.ctx.config
    const place = ({ moduleId }: TestSpecification) =>
      createHash('sha256')
        .update(`${sequence.seed} ${relative(root, moduleId)}`)
        .digest('hex')
    return files.toSorted((one, other) => (place(one) < place(other) ? -1 : 1))
  }
}

const PLATFORM_SETUP = 'platform/src/testing/global-setup.ts'
const SERVER_SETUP = [PLATFORM_SETUP, 'server/src/testing/global-setup.ts']
/** Tests that spend most of their time waiting for other processes. */
const APART = [
  '{e2e,packaging,simulation}/**/*.test.ts',
  'platform/src/database/embedded/*.test.ts',
  'server/{bin,src/{commands,crash,engine,testing}}/**/*.test.ts',
  'server/src/**/{docs-examples,website-browser}.test.ts',
]
const QUICK_PASSWORDS = ['server/src/testing/quick-passwords.ts']

/** A package of the SDK's users, which only the folder of foreign programs has. */
const LANGCHAIN = new URL(
  'e2e/foreign/node_modules/@langchain/core/dist/tools/index.js',
  import.meta.url,
).pathname

export default defineConfig({
  test: {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Left alone a poll gives up after a second, which is a timing assertion on a busy machine.
    expect: { poll: { timeout: 45_000 } },
    maxWorkers: 4,
    // Files share a process, which loads the code once: a process for each would take two seconds more.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'together',
          include: ['{contract,engine,python,web}/**/*.test.ts'],
          // Shuffled, so that no test can depend on what another leaves behind.
          sequence: { shuffle: true },
          globalSetup: [PLATFORM_SETUP],
        },
      },
      {
        extends: true,
        test: {
          name: 'services',
          alias: { '@langchain/core/tools': LANGCHAIN },
          // Each file starts what it needs, on a database of its own.
          include: ['{bench,cli,mcp,platform,sdk,server}/**/*.test.ts'],
          exclude: [...defaultExclude, ...APART],
          globalSetup: SERVER_SETUP,
          setupFiles: QUICK_PASSWORDS,
        },
      },
      {
        extends: true,
        test: {
          name: 'apart',
          include: APART,
          globalSetup: [...SERVER_SETUP, 'server/src/testing/bundle-setup.ts'],
          setupFiles: QUICK_PASSWORDS,
        },
      },
    ],
  },
})
