/** For `.catch()`: a file that is not there is undefined, any other trouble stays an error. */
export function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
  throw error
}
