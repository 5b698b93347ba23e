/** One thing wrong with a request: where, as a JSON Pointer into the body, and what. */
export interface Problem {
  readonly path: string
  readonly message: string
}

export function pointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
