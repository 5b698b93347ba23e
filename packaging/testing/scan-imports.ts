import { isAbsolute } from 'node:path'
import { rolldown } from 'rolldown'

export interface Imports {
  /** The files that are loaded at once. */
  readonly files: readonly string[]
  /** Imported modules, static or dynamic, that are not files of the package. */
  readonly foreign: readonly string[]
}

/** Lists the modules that a built file loads, as a bundler reads it. */
export async function scanImports(entry: string): Promise<Imports> {
  const foreign = new Set<string>()
  const files = new Set<string>()
  await using bundle = await rolldown({
    input: entry,
    treeshake: false,
    external(id) {
      const isForeign = !isAbsolute(id) && !/^\.\.?\//.test(id)
      if (isForeign) foreign.add(id)
      return isForeign
    },
    plugins: [
      {
        name: 'static-imports',
        buildEnd() {
          const waiting = [entry]
          for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
            const module = files.has(id) ? null : this.getModuleInfo(id)
            if (!module) continue
            files.add(id)
            waiting.push(...module.importedIds)
          }
        },
      },
    ],
  })
  await bundle.generate()
  return { files: [...files], foreign: [...foreign].sort() }
}
