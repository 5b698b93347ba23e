import { expect, it } from 'vitest'
import { errorsTable } from './document-tables.ts'

it('sends callers beyond a limit to Retry-After, which may be up to an hour', () => {
  const row = errorsTable()
    .split('\n')
    .find(line => line.includes('`RATE_LIMITED`'))
  expect(row).toContain('| after `Retry-After` |')
})
