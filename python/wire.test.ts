import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { wireText } from './wire-text.ts'

const FILE = fileURLToPath(new URL('src/footnote/_wire.py', import.meta.url))

it('is generated from the current contract', async () => {
  await expect(wireText()).toMatchFileSnapshot(FILE)
})
