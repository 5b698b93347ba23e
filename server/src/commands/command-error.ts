/** Something that the operator can put right; told in one line, with exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
