import type { Threshold } from './read-threshold.ts'

/** A question for the first ones among all that the sources know of a kind. */
export interface Superlative {
  /** What is ranked, such as "country". */
  readonly kind: string
  readonly attribute: string
  readonly direction: 'highest' | 'lowest'
  readonly count: number
  /** Which one of them is asked for: 2 for the second largest. */
  readonly place?: number
  /** Only those of a region or group, as its name begins: "Africa", "Europ". */
  readonly scope?: string
  /** All beyond a figure are asked for, rather than the first ones. */
  readonly threshold?: Threshold
  /** The attribute is no figure but what all that are asked for are, such as "landlocked". */
  readonly isQuality?: boolean
}
