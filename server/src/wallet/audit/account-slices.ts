/** So many bytes of movements are summed up by account in the memory of one statement. */
const SLICE_BYTES = 128 * 1024 * 1024

export interface AccountSlice {
  /** A condition that the accounts of this slice meet and no others. */
  of(column: string): string
}

/** Parts all accounts into as many slices as keep their sums in memory. */
export function accountSlices(movementBytes: number): AccountSlice[] {
  const count = 2 ** Math.ceil(Math.log2(Math.max(movementBytes / SLICE_BYTES, 1)))
  return Array.from({ length: count }, (_, slice) => accountSlice(slice, count))
}

/** One of so many slices, a power of two. */
export function accountSlice(slice: number, count: number): AccountSlice {
  return {
    of: column => (count === 1 ? 'true' : `uuid_hash(${column}) & ${count - 1} = ${slice}`),
  }
}
