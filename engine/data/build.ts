import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { createBook } from './build/book.ts'
import { addCompanies } from './build/companies.ts'
import { addCountries } from './build/countries.ts'
import { addFootball, addNobelPrizes, addOfficeholders } from './build/records.ts'
import { addSeries } from './build/series.ts'

/**
 * Builds the facts file that the engine unpacks at its first start. Run it again with a folder of newer files:
 *
 *     node engine/data/build.ts FOLDER
 */
const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the folder with the files of the collections')

const work = mkdtempSync(join(tmpdir(), 'footnote-facts-'))
try {
  const book = createBook(join(work, 'facts.db'))
  addCountries(book, folder)
  addSeries(book, folder)
  addCompanies(book, folder)
  addNobelPrizes(book, folder)
  addOfficeholders(book, folder)
  addFootball(book, folder)
  const content = book.finish()
  const packed = zstdCompressSync(content, {
    params: {
      [constants.ZSTD_c_compressionLevel]: 19,
      [constants.ZSTD_c_windowLog]: 27,
      [constants.ZSTD_c_enableLongDistanceMatching]: 1,
    },
  })
  writeFileSync(join(import.meta.dirname, 'facts.db.zst'), packed)
  process.stdout.write(`${content.length} bytes, packed ${packed.length}\n`)
} finally {
  rmSync(work, { recursive: true })
}
