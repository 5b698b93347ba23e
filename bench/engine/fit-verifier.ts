import { writeFileSync } from 'node:fs'
import { readAttributionLines } from './attribution-lines.ts'
import { crossValidateVerifier, fitVerifier } from './cross-validate-verifier.ts'
import { formatVerifierRows } from './measure-verifier.ts'

/**
 * Fits the sentence verifier's model and writes it, after saying what it is worth on claims that it
 * has not seen.
 *
 *     node bench/engine/fit-verifier.ts [FOLDER WITH attribution-dev.jsonl] && npm run format
 */
const MODEL = new URL('../../engine/src/verify/support-model.json', import.meta.url)
const SEEDS = [1, 2, 3, 4, 5]

const lines = readAttributionLines(process.argv[2] ?? '../shared/data')
for (const seed of SEEDS) {
  const rows = crossValidateVerifier(lines, { seed })
  process.stdout.write(`cross-validation ${seed}\n${formatVerifierRows(rows)}\n\n`)
}
writeFileSync(MODEL, `${JSON.stringify(fitVerifier(lines), null, 2)}\n`)
