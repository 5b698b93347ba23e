/** Returns the process of the engine that was started last, from the service's log. */
export function enginePid(output: string): number {
  const pids = [...output.matchAll(/"pid":(\d+).*"the engine is running"/g)]
  const pid = Number(pids.at(-1)?.[1])
  if (!pid) throw new Error('no engine was started')
  return pid
}
