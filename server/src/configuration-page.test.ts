import { markdownTable } from '@footnote/contract/document-tables'
import {
  type EngineSetting,
  engineAddressSettings,
  engineCapacitySettings,
  engineFolderSettings,
  engineServiceSettings,
  engineSettings,
} from '@footnote/platform/engine-settings'
import type { Setting } from '@footnote/platform/settings'
import { expect, it } from 'vitest'
import { settingGroups, settings } from './settings.ts'

const INTRODUCTION = `# Configuration

Footnote reads all settings from environment variables, once, at start. None is required: \`npm start\` works without any.
The service does not start with an invalid value, and the error message names the setting. An unknown name that starts with \`FOOTNOTE_\` causes a
warning. A blank value counts as unset.

Settings that end in \`_SECONDS\` are in seconds and accept decimals.

This page is generated from \`server/src/settings.ts\` and \`platform/src/engine-settings.ts\`. To update it, run
\`npm run test:unit -- server/src/configuration-page.test.ts -u\`.`

const ENGINE = `These apply to the embedded engine and to a standalone one (\`npx footnote engine\`). A standalone engine also reads
\`FOOTNOTE_DATA_DIR\`, \`FOOTNOTE_LOG_LEVEL\`, \`FOOTNOTE_DRAIN_SECONDS\` and \`FOOTNOTE_ENGINE_DATABASE_URL\`.`

const STANDALONE =
  'These apply only to `npx footnote engine`. The service chooses them for its embedded engine.'

const SERVICES = `Without these settings, the engine answers from its library and sends nothing to anyone. Run \`npx footnote engine check\`
to test the services you have set.

If the third column says yes, calls may cost you real money once the setting is set, so test credit is turned off.
“Unless local” means that a URL on this machine, without a password or a query string, counts as free.`

const COSTS = { never: 'no', always: 'yes', 'unless on this machine': 'unless local' } as const

it('docs/configuration.md lists every setting (run with -u to update it)', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../docs/configuration.md')
})

it('shows each setting of the service and the engine once', () => {
  const shown = [...configurationPage().matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
  const names = [...settings, ...engineSettings].map(({ name }) => name)
  expect(shown.toSorted()).toEqual([...new Set(names)].sort())
})

function configurationPage(): string {
  const sections = Object.entries(settingGroups).map(
    ([title, group]) => `## ${title}\n\n${table(group)}`,
  )
  return `${[
    INTRODUCTION,
    ...sections,
    `## Engine\n\n${ENGINE}`,
    table([...engineFolderSettings, ...engineCapacitySettings]),
    `## Standalone engine\n\n${STANDALONE}`,
    table(engineAddressSettings),
    `## Search, filings and models\n\n${SERVICES}`,
    serviceTable(engineServiceSettings),
  ].join('\n\n')}\n`
}

function table(group: readonly Setting[]): string {
  const rows = group.map(({ name, fallback, meaning }) => [code(name), shown(fallback), meaning])
  return markdownTable(['Setting', 'Default', 'Description'], rows)
}

function serviceTable(group: readonly EngineSetting[]): string {
  const rows = group.map(({ name, fallback, meaning, costsMoney }) => [
    code(name),
    shown(fallback),
    COSTS[costsMoney],
    meaning,
  ])
  return markdownTable(['Setting', 'Default', 'Costs money', 'Description'], rows)
}

function shown(fallback: string): string {
  return fallback === '' ? 'unset' : code(fallback)
}

function code(text: string): string {
  return `\`${text}\``
}
