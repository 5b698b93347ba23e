import { expect, it } from 'vitest'
import { importsOf, readFiles, readSources } from './testing/source-files.ts'

const root = import.meta.dirname

// The server and the engine both build on the platform.
it('imports nothing of ours but itself', () => {
  const strays = readFiles(root)
    .flatMap(file => importsOf(file).map(target => ({ path: file.path, target })))
    .filter(({ target }) => /^(@footnote\/|\.\.)/.test(target))
  expect(strays).toEqual([])
})

it('reads no environment and writes to no terminal', () => {
  const strays = readSources(root).filter(({ text }) =>
    /process\.env|console\.|process\.std(out|err)\.write/.test(text),
  )
  expect(strays.map(({ path }) => path)).toEqual([])
})
