import { writeFile } from 'node:fs/promises'
import http from 'node:http'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inTurn } from '@footnote/platform/testing/in-turn'
import type { Plugin } from 'rolldown'
import { buildFolder } from '../../../../packaging/src/build-folder.ts'

const ROOT = join(import.meta.dirname, '../../../..')
/** Below the packages, so that the bundle finds those that it resolves by name. */
const BUNDLE = join(ROOT, 'node_modules/.cache/footnote-bundle')
/** The whole command, and the one that callers install. */
const PROGRAMS = { footnote: 'server/src/main.ts', caller: 'cli/src/main.ts' }
const pathOf = (program: keyof typeof PROGRAMS) => join(BUNDLE, `${program}.js`)
/** The launcher that the service starts its engine with, which the bundle replaces by itself. */
const STARTS_ENGINE = "new URL('../../bin/footnote.js', import.meta.url)"
const SOURCES = ['cli', 'contract', 'engine', 'mcp', 'platform', 'sdk', 'server'].map(name =>
  join(ROOT, name, 'src'),
)

let building: Promise<void> | undefined

/**
 * Bundles both programs if their sources have changed, and returns the path of one's main file. Loading
 * the bundle takes half the work of loading over a thousand files, and tests start hundreds of processes.
 */
export async function ensureBundle(program: keyof typeof PROGRAMS = 'footnote'): Promise<string> {
  building ??= inTurn(() =>
    buildFolder({
      target: BUNDLE,
      sources: [...SOURCES, join(ROOT, 'package-lock.json'), import.meta.filename],
      make: bundle,
    }),
  )
  await building
  return pathOf(program)
}

async function bundle(folder: string): Promise<void> {
  // Loaded only for a build, since every process that runs tests loads this file.
  const { rolldown } = await import('rolldown')
  await using made = await rolldown({
    cwd: ROOT,
    input: PROGRAMS,
    platform: 'node',
    tsconfig: false,
    treeshake: false,
    plugins: [keepPlaces, importPlainHttp],
  })
  await made.write({ dir: folder, format: 'es' })
  // Otherwise Node parses each file to find out which kind it is.
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
}

/** Tells each module the place of its source, where its migrations, data and workers are. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  transform(source, id) {
    const code = source.replace(
      STARTS_ENGINE,
      JSON.stringify(pathToFileURL(pathOf('footnote')).href),
    )
    const places: Readonly<Record<string, string>> = {
      'import.meta.url': pathToFileURL(id).href,
      'import.meta.filename': id,
      'import.meta.dirname': dirname(id),
      __filename: id,
      __dirname: dirname(id),
    }
    return code.replace(/import\.meta\.(?:url|filename|dirname)\b|\b__(?:file|dir)name\b/g, name =>
      JSON.stringify(places[name]),
    )
  },
}

/**
 * Leaves out the parts of `node:http` that Node loads on demand. An import of the module would load all of
 * them, which takes as long as starting Node.
 */
const importPlainHttp: Plugin = {
  name: 'import-plain-http',
  resolveId: (source, _importer, { kind }) =>
    source === 'node:http' && kind === 'import-statement' ? `\0${source}` : undefined,
  load(id) {
    if (id !== '\0node:http') return undefined
    const plain = Object.entries(Object.getOwnPropertyDescriptors(http)).flatMap(
      ([name, { get }]) => (get ? [] : [name]),
    )
    return `const http = process.getBuiltinModule('node:http')
      export default http
      export const { ${plain.join(', ')} } = http`
  },
}
