import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { cutWindows } from './cut-windows.ts'
import { openReader } from './open-reader.ts'
import { openSession, rowOf } from './open-session.ts'
import { sharedReader } from './testing/shared-reader.ts'

const bolivia = { context: 'Bolivia — Government', text: 'Capital — name: La Paz' }
const peru = { context: 'Peru — Government', text: 'Capital — name: Lima' }

it('tells which passage answers, and where', async () => {
  const reader = await sharedReader()
  const [right, wrong] = await reader.read('What is the capital of Bolivia?', [bolivia, peru])
  expect(right?.answers).toBeGreaterThan(2)
  expect(wrong?.answers).toBeLessThan(-2)
  const [span] = right?.spans ?? []
  expect(bolivia.text.slice(span?.start, span?.end)).toBe('La Paz')
})

it('writes a question as plain questions with the same placeholders, and none for what no collection holds', async () => {
  const reader = await sharedReader()
  const asked = [
    'Between @k1 and @k2 , who keeps more of each dollar of sales as operating profit?',
    "How much of @c1 's land can be farmed, and who does it border?",
    'will it rain in the harbour this weekend',
  ]
  const said = await Promise.all(asked.map(one => reader.rewrite(one)))
  expect(said.map(own => own.map(({ text }) => text))).toEqual([
    ['which of @k1 and @k2 has the higher operating margin ?'],
    ['what is the arable land of @c1 ?', 'which countries border @c1 ?'],
    [],
  ])
  expect(said.flat().every(({ odds }) => odds.every(one => one > -0.75 && one <= 0))).toBe(true)
})

it('finds an answer at the end of a passage that is longer than the model takes', async () => {
  const reader = await sharedReader()
  const filler = 'The harbour has seen many ships come and go over the years. '.repeat(30)
  const text = `${filler}The lighthouse is 41 metres tall.`
  const [reading] = await reader.read('How tall is the lighthouse?', [{ context: '', text }])
  const [span] = reading?.spans ?? []
  expect(text.slice(span?.start, span?.end)).toBe('41 metres')
  expect(reading?.windows).toBeGreaterThan(1)
})

it('drops the passages of an aborted call and reads those of others', async () => {
  const reader = await sharedReader()
  const controller = new AbortController()
  const many = Array.from({ length: 200 }, () => bolivia)
  const given = reader.read('What is the capital?', many, { signal: controller.signal })
  const other = reader.read('What is the capital of Peru?', [peru])
  controller.abort(new Error('enough'))
  await expect(given).rejects.toThrow('enough')
  expect((await other)[0]?.answers).toBeGreaterThan(2)
})

it('starts another thread when one ends, and reads on', async () => {
  const program = `
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', request => {
      if (request.question === 'Crash') process.exit(1)
      parentPort.postMessage({ reading: { answers: 1, spans: [], windows: 1, supports: 1 } })
    })`
  const reader = await openReader({
    threads: 1,
    program: new URL(`data:text/javascript,${encodeURIComponent(program)}`),
  })
  await expect(reader.read('Crash', [bolivia])).rejects.toThrow('has ended')
  expect(await reader.read('What is the capital?', [bolivia, peru])).toHaveLength(2)
  await reader.close()
})

it('rejects waiting and new calls once it is closed', async () => {
  const reader = await openReader({ threads: 1 })
  const waiting = reader.read('What is the capital?', [bolivia, peru])
  const refused = expect(waiting).rejects.toThrow()
  await reader.close()
  await refused
  await expect(reader.read('What is the capital?', [bolivia])).rejects.toThrow('closed')
})

// From 1.29 on, the runtime's Linux builds report to their maker which models are loaded, unless a variable forbids it.
it('ships a runtime without telemetry', async () => {
  const folder = fileURLToPath(new URL('../bin/', import.meta.resolve('onnxruntime-node')))
  const libraries = globSync('**/*{.so*,.dylib,.node}', { cwd: folder })
  expect(libraries).not.toEqual([])
  for (const library of libraries) {
    const bytes = await readFile(join(folder, library))
    expect({ library, reports: bytes.includes('ORT_DISABLE_TELEMETRY') }).toEqual({
      library,
      reports: false,
    })
  }
})

it('gives the same scores in the WASM build, and the reason why that runs', async () => {
  const path = join(import.meta.dirname, '../../models/reader/model.int8.onnx')
  const piece = (id: number, at: number) => ({ id, start: at, end: at + 1 })
  const [window] = cutWindows([2054, 2003].map(piece), [], [2009, 2003, 11320, 15092].map(piece))
  if (!window) throw new Error('there is always a window')
  const native = await openSession(path)
  const wasm = await openSession(path, {
    load: () => Promise.reject(new Error('no such binary')),
  })
  expect(native).toMatchObject({ runtime: 'native' })
  expect(wasm).toMatchObject({ runtime: 'wasm', reason: 'no such binary' })
  const inputs = {
    input_ids: rowOf(window.ids),
    attention_mask: rowOf(new BigInt64Array(window.ids.length).fill(1n)),
    token_type_ids: rowOf(window.types),
  }
  const [one, other] = await Promise.all([native.run(inputs), wasm.run(inputs)])
  // The two round differently.
  const answerOf = (output: typeof one) => output?.['answer_logit']?.data[0] ?? Number.NaN
  expect(Math.abs(answerOf(one) - answerOf(other))).toBeLessThan(0.5)
})

it('keeps no process alive that forgets to close it', async () => {
  const module = new URL('./open-reader.ts', import.meta.url).href
  const program = `const { openReader } = await import('${module}'); await openReader({ threads: 1 })`
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  await expect(node).resolves.toMatchObject({ stdout: '' })
})
