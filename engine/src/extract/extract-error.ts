/** Why a file cannot become a document; the message says what to do about it. */
export class ExtractError extends Error {
  override name = 'ExtractError'
}
