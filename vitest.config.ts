import { createHash } from 'node:crypto'
import { matchesGlob, relative } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take longest: left to the end, all would wait for them. */
const LONGEST =
  /\/(?:e2e\/(?:states-of-|tools)|simulation\/simulate|crash\/(?:withheld|shutdown|engine\.|held-results)|server\/src\/commands\/commands\.|docs-examples)/
/** Tests that spend most of their time waiting for other processes. */
const WAITING = [
  '{e2e,packaging,simulation}/**/*.test.ts',
  'platform/src/database/embedded/*.test.ts',
  'server/{bin,src/{commands,crash,engine,testing}}/**/*.test.ts',
  'server/src/**/{docs-examples,website-browser}.test.ts',
]

/**
 * Runs the longest files first. Files that wait are spread evenly among those of the services, which are all
 * work and fill the pauses.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const longest = sorted.filter(({ moduleId }) => LONGEST.test(moduleId))
    const rest = this.shuffle(sorted.filter(file => !longest.includes(file)))
    const together = rest.filter(({ project }) => project.name === 'together')
    const services = rest.filter(({ project }) => project.name === 'services')
    const waiting = services.filter(file => this.isWaiting(file))
    const working = services.filter(file => !waiting.includes(file))
    return [...longest, ...together, ...spread(waiting, working)]
  }

  private isWaiting({ moduleId }: TestSpecification): boolean {
    const path = relative(this.ctx.config.root, moduleId)
    return WAITING.some(pattern => matchesGlob(path, pattern))
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

/** Merges lists so that each is spread over the whole. */
function spread<Item>(...lists: (readonly Item[])[]): Item[] {
  return lists
    .flatMap(list => list.map((item, at) => ({ item, place: (at + 0.5) / list.length })))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}

const PLATFORM_SETUP = 'platform/src/testing/global-setup.ts'
const SERVER_SETUP = [PLATFORM_SETUP, 'server/src/testing/global-setup.ts']
const QUICK_PASSWORDS = ['server/src/testing/quick-passwords.ts']

/** A package of the SDK's users, which only the folder of foreign programs has. */
const LANGCHAIN = new URL(
  'e2e/foreign/node_modules/@langchain/core/dist/tools/index.js',
  import.meta.url,
).pathname

export default defineConfig({
  test: {
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Left alone a poll gives up after a second, which is a timing assertion on a busy machine.
    expect: { poll: { timeout: 110_000 } },
    // On two cores, since half of the files wait for other processes most of the time.
    maxWorkers: 5,
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
          include: ['{bench,cli,e2e,mcp,packaging,platform,sdk,server,simulation}/**/*.test.ts'],
          globalSetup: SERVER_SETUP,
          setupFiles: QUICK_PASSWORDS,
        },
      },
    ],
  },
})
