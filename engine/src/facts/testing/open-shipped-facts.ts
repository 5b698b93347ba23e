import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installFacts } from '../install-facts.ts'
import { type Facts, openFacts } from '../open-facts.ts'

/** The facts that come with the engine, in a folder that closing them removes. */
export function openShippedFacts(): Facts {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-facts-'))
  const path = join(folder, 'facts.db')
  installFacts(path)
  const facts = openFacts(path)
  return {
    ...facts,
    close() {
      facts.close()
      rmSync(folder, { recursive: true })
    },
  }
}
