export interface Comparison {
  readonly kind: 'most' | 'least' | 'above' | 'below'
  /** The place in the order, 1 for the first. */
  readonly rank: number
  readonly threshold?: number
  readonly thresholdScale: number
}

const SUPERLATIVE =
  /\b(?<rank>second|third|fourth|2nd|3rd)?[\s-]*(?<most>highest|largest|greatest|most|biggest|maximum|higher|larger|greater|bigger|more|longest|oldest|better|best|strongest)\b|\b(?<rank2>second|third|2nd|3rd)?[\s-]*(?<least>lowest|smallest|least|minimum|lower|smaller|less|fewer|fewest|youngest|shortest|worst|weakest)\b/i
const THRESHOLD =
  /\b(?:(?<above>exceed(?:s|ed|ing)?|above|over|(?:more|greater|higher|larger) than|at least)|(?<below>below|under|(?:less|lower|fewer|smaller) than|at most))\s*(?:than\s+)?(?:[A-Z]{0,3}[$€£¥]|RMB|USD|EUR)?\s*(?<number>-?\d[\d,]*(?:\.\d+)?)\s*(?<scale>thousand|million|billion|%|percent)?/i
const SIGN = /\b(?<negative>negative)\b|\b(?<positive>positive)\b/i
const RANKS: Readonly<Record<string, number>> = {
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
}
const SCALES: Readonly<Record<string, number>> = { thousand: 1e3, million: 1e6, billion: 1e9 }

/** What a question compares by, if it does. */
export function comparisonOf(question: string): Comparison | undefined {
  const threshold = THRESHOLD.exec(question)?.groups
  if (threshold) {
    return {
      kind: threshold['above'] ? 'above' : 'below',
      rank: 1,
      threshold: Number((threshold['number'] ?? '').replaceAll(',', '')),
      thresholdScale: SCALES[threshold['scale']?.toLowerCase() ?? ''] ?? 1,
    }
  }
  const sign = SIGN.exec(question)?.groups
  if (sign)
    return { kind: sign['negative'] ? 'below' : 'above', rank: 1, threshold: 0, thresholdScale: 1 }
  const found = SUPERLATIVE.exec(question)?.groups
  if (!found) return undefined
  const rank = RANKS[(found['rank'] ?? found['rank2'] ?? '').toLowerCase()] ?? 1
  return { kind: found['most'] ? 'most' : 'least', rank, thresholdScale: 1 }
}
