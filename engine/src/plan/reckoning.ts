/** What is to be made of the figures that are found for the parts of a comparison. */
export type Reckoning =
  /** Whether `first` has more, or less, than each of the others. */
  | {
      readonly kind: 'claim'
      readonly first: string
      readonly direction: 'more' | 'less'
    }
  | { readonly kind: 'sum' | 'mean' }
  /** From one year to another of the same subject; from the earliest to the latest without years. */
  | { readonly kind: 'change'; readonly from?: number; readonly to?: number }
