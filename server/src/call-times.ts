import { prices, upstreamSeconds } from '@footnote/contract/prices'
import { type TimeLimitName, toolName } from '@footnote/contract/tools'
import { type Setting, type SettingsReader, setting } from '@footnote/platform/settings'

/** Calls that the caller waits for, by the name of their time limit. */
const calls = Map.groupBy(
  prices.flatMap(({ timeLimit, ...price }) => (timeLimit ? { ...price, ...timeLimit } : [])),
  ({ name }) => name,
)

/** The settings that limit how long the upstream may take for a call. */
export const callTimeSettings: readonly Setting[] = [...calls].map(([name, [first, ...others]]) => {
  const tool = first ? toolName(first.tool).toLowerCase() : ''
  const effort = others.length === 0 && first?.effort ? `${first.effort} ` : ''
  const meaning = `Time limit for ${effort}${tool} calls.`
  return setting(settingName(name), String(upstreamSeconds[name]), meaning)
})

export function readCallTimes(reader: SettingsReader): Readonly<Record<TimeLimitName, number>> {
  const entries = [...calls.keys()].map(name => [name, reader.milliseconds(settingName(name))])
  return Object.fromEntries(entries)
}

function settingName(name: TimeLimitName): string {
  return `FOOTNOTE_${name.toUpperCase()}_TIMEOUT_SECONDS`
}
