import { expect, it } from 'vitest'
import { findCycle } from './source-files.ts'

const file = (path: string, ...targets: string[]) => ({
  path,
  text: targets.map(target => `import type { A } from '${target}'\n`).join(''),
})

it('finds a cycle of types, relative or by the name of a workspace', () => {
  const files = [
    file('cli/src/start.ts', './one.ts'),
    file('cli/src/one.ts', '@footnote/contract/two'),
    file('contract/src/two.ts', '../../cli/src/one.ts'),
  ]
  expect(findCycle(files)).toEqual(['cli/src/one.ts', 'contract/src/two.ts', 'cli/src/one.ts'])
})

it('finds none where two files share a third', () => {
  const files = [file('a.ts', './b.ts', './c.ts'), file('b.ts', './c.ts'), file('c.ts', 'vitest')]
  expect(findCycle(files)).toBeUndefined()
})
