import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import type { Rolldown } from 'vite'
import { buildFolder, filesOf } from '../packaging/src/build-folder.ts'

/** Extensions worth compressing; fonts and images are compressed already. */
const TEXT = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']
const LEAST_BYTES = 512

interface BuildOptions {
  /** Folder with index.html and Vite's configuration; the output goes to its `dist`. */
  readonly root: string
  /** Files and folders the page is built from. */
  readonly sources: readonly string[]
  /** Adds files to the built folder before they are compressed. */
  readonly finish?: (built: BuiltPage) => Promise<void>
}

export interface BuiltPage {
  readonly root: string
  readonly folder: string
  readonly output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]
}

/** Builds the page if its sources have changed, and returns whether it did. */
export async function buildPage({ root, sources, finish }: BuildOptions): Promise<boolean> {
  return buildFolder({
    target: join(root, 'dist'),
    sources,
    async make(folder) {
      // Imported late: an installation with nothing to build may not have Vite.
      const { build } = await import('vite')
      const built = await build({
        root,
        logLevel: 'warn',
        build: { outDir: folder, emptyOutDir: true },
      })
      const { output } = built as Rolldown.RolldownOutput
      await finish?.({ root, folder, output })
      await compressFiles(folder)
    },
  })
}

/** Compresses once at build time, so that the service never has to. */
async function compressFiles(folder: string): Promise<void> {
  const files = filesOf(folder).filter(file => TEXT.includes(extname(file)))
  await Promise.all(
    files.map(async file => {
      const content = await readFile(file)
      if (content.length < LEAST_BYTES) return
      const params = { [zlib.BROTLI_PARAM_SIZE_HINT]: content.length }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
