import { readFileSync } from 'node:fs'
import { operationEntries } from '@footnote/contract/operations'
import { prices } from '@footnote/contract/prices'
import { callName } from '@footnote/contract/tools'
import { toUsd } from '@footnote/contract/units'
import { engineSettings } from '@footnote/platform/engine-settings'
import { expect, it } from 'vitest'
import { settings } from './config.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

const own = settings.map(({ name }) => name)
const all = [...settings, ...engineSettings.filter(({ name }) => !own.includes(name))]

it.each(all)('the README lists the setting $name as it is', ({ name, fallback, meaning }) => {
  const shown = fallback === '' ? 'unset' : `\`${fallback}\``
  expect(readme).toContain(`| \`${name}\` | ${shown} | ${meaning} |`)
})

it.each(operationEntries())('the README names the operation %s', (_name, { method, path }) => {
  expect(readme).toContain(`\`${method} ${path}\``)
})

it.each(prices)(
  'the README states the price of $tool at $effort',
  ({ tool, effort, costUnits }) => {
    const call = callName({ tool, effort })
    expect(readme).toContain(`| ${call} | ${toUsd(costUnits).toFixed(2)} |`)
  },
)
