import { readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { buildFolder, filesOf } from '../packaging/src/build-folder.ts'

/** What is worth compressing; fonts and pictures are compressed already. */
const TEXT = ['.css', '.html', '.js', '.json', '.svg', '.txt', '.webmanifest']
const LEAST_BYTES = 512

interface BuildOptions {
  /** The folder with index.html and Vite's configuration; the page goes to `dist` in it. */
  readonly root: string
  /** Files and folders that the page is made from. */
  readonly sources: readonly string[]
}

/** Builds the page where its sources have changed; true if it did. */
export async function buildPage({ root, sources }: BuildOptions): Promise<boolean> {
  return buildFolder({
    target: join(root, 'dist'),
    sources,
    async make(folder) {
      // Not needed, and perhaps not installed, where there is nothing to build.
      const { build } = await import('vite')
      await build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
      await compressFiles(folder)
    },
  })
}

/** Once here, with all the time it takes, so that the service has nothing to compress. */
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
