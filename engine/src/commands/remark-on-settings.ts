import { engineSettings } from '@footnote/platform/engine-settings'
import { type Environment, findUnknownSettings } from '@footnote/platform/settings'

/** Three letters identify a setting's family: SEARX_URL is the engine's, TASK_LIFETIME the service's. */
const FAMILY_CHARACTERS = 'FOOTNOTE_'.length + 3
/** Services with a default address, which need only a key. */
const KEYED = engineSettings
  .filter(({ name, fallback }) => name.endsWith('_URL') && fallback !== '')
  .map(({ name }) => name.replace(/_URL$/, ''))

/** Lists likely mistakes in the engine's settings that stop nothing, by name and never by value. */
export function remarkOnSettings(env: Environment): string[] {
  const known = engineSettings.map(({ name }) => name)
  const families = new Set(known.map(familyOf))
  const misspelt = findUnknownSettings(env, known).filter(name => families.has(familyOf(name)))
  const keyless = KEYED.filter(name => env[`${name}_URL`]?.trim() && !env[`${name}_KEY`]?.trim())
  return [
    ...misspelt.map(name => `${name} is not a setting of Footnote; is it misspelt?`),
    ...keyless.map(name => `${name}_URL is set, but is not asked without ${name}_KEY`),
  ]
}

/** Returns the family of a setting: the environment may also hold the service's settings. */
function familyOf(name: string): string {
  return name.slice(0, FAMILY_CHARACTERS)
}
