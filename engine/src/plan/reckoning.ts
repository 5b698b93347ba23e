/** What is to be made of the figures that are found for the parts of a comparison. */
export type Reckoning =
  /** Whether `first` has more, or less, than each of the others. */
  | {
      readonly kind: 'claim'
      readonly first: string
      readonly direction: 'more' | 'less'
    }
  | { readonly kind: 'sum' | 'mean' }
  /** Which one has less, rather than more. */
  | { readonly kind: 'lower' }
  /** The same of one subject in each of several years. */
  | { readonly kind: 'years'; readonly years: readonly number[] }
  /** From one year to another of the same subject; from the earliest to the latest without years. */
  | { readonly kind: 'change'; readonly from?: number; readonly to?: number }
