import { readFileSync } from 'node:fs'
import { operationEntries } from '@footnote/contract/operations'
import { prices } from '@footnote/contract/prices'
import { callName } from '@footnote/contract/tools'
import { toUsd } from '@footnote/contract/units'
import { expect, it } from 'vitest'

const MOST_LINES = 200

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

it('the README is short enough to read in one go', () => {
  expect(readme.split('\n').length).toBeLessThan(MOST_LINES)
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
