/** One thing wrong with a request: where, as a JSON Pointer into the body, and what. */
export interface Problem {
  readonly path: string
  readonly message: string
}

/** Problems to list below a message, without those that the message already states. */
export function problemsToList(message: string, problems: readonly Problem[]): readonly Problem[] {
  return problems.filter(({ path, message: what }) => {
    const stated = path === '' ? what : `${path} ${what}`
    return !message.includes(stated)
  })
}

export function pointer(parent: string, member: string | number): string {
  return `${parent}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`
}
