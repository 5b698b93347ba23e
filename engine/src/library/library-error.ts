/** The library cannot be used; the message says what to do about it. */
export class LibraryError extends Error {
  override name = 'LibraryError'
}
