import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Facts } from '../../engine/src/facts/facts.ts'
import { installFacts } from '../../engine/src/facts/install-facts.ts'
import { openFacts } from '../../engine/src/facts/open-facts.ts'

/** Runs work on the facts that come with the engine. */
export function withFacts<Result>(work: (facts: Facts) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-bench-facts-'))
  try {
    installFacts(join(folder, 'facts.db'))
    const facts = openFacts(join(folder, 'facts.db'))
    try {
      return work(facts)
    } finally {
      facts.close()
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
