import { readFileSync } from 'node:fs'

/** A claim of AttributionBench with the texts that it cites and people's verdict. */
export interface AttributionLine {
  readonly question: string
  readonly response: string
  readonly claim: string
  readonly references: readonly string[]
  readonly attribution_label: 'attributable' | 'not attributable'
  readonly src_dataset: string
}

export function readAttributionLines(folder: string): AttributionLine[] {
  const text = readFileSync(`${folder}/attribution-dev.jsonl`, 'utf8')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as AttributionLine)
}
