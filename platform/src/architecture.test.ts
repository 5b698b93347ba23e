import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const root = import.meta.dirname
const files = globSync('**/*.ts', { cwd: root }).map(path => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}))
const sources = files.filter(
  ({ path }) => !path.endsWith('.test.ts') && !/(^|\/)testing\//.test(path),
)

// The server and the engine both stand on it, so it can stand on neither.
it('imports nothing of ours but itself', () => {
  const strays = files
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?:from|import\() ?'([^']+)'/g)].map(([, target = '']) => ({
        path,
        target,
      })),
    )
    .filter(
      ({ path, target }) =>
        target.startsWith('@footnote/') ||
        (target.startsWith('.') && join(dirname(path), target).startsWith('..')),
    )
  expect(strays).toEqual([])
})

it('reads no environment and writes to no terminal: it is handed what it needs', () => {
  const strays = sources.filter(({ text }) =>
    /process\.env|console\.|process\.std(out|err)\.write/.test(text),
  )
  expect(strays.map(({ path }) => path)).toEqual([])
})
