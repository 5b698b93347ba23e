/** Work that is asked for again while the very same is under way: who asks later shares its outcome. */
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
