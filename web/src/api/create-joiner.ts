/**
 * Returns a function that runs work of the same name once at a time; later callers share its
 * outcome.
 */
export function createJoiner() {
  const underWay = new Map<string, Promise<unknown>>()
  return <Result>(name: string, start: () => Promise<Result>): Promise<Result> => {
    const same = underWay.get(name)
    if (same !== undefined) return same as Promise<Result>
    const started = start().finally(() => underWay.delete(name))
    underWay.set(name, started)
    return started
  }
}
