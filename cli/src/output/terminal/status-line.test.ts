import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { startStatus } from './status-line.ts'

function scene({ isTty, columns = 80 }: { isTty: boolean; columns?: number }) {
  const err = Object.assign(new PassThrough({ encoding: 'utf8' }), { columns })
  let nowMs = 0
  let tick: (() => void) | undefined
  const clock = {
    now: () => nowMs,
    every: (_: number, call: () => void) => {
      tick = call
      return () => {
        tick = undefined
      }
    },
  }
  const status = startStatus({ err, errIsTty: isTty, color: false }, { text: 'Asking', clock })
  return {
    status,
    written: () => String(err.read() ?? '').replaceAll('\r\u001B[K', '⇤'),
    pass(elapsedMs: number) {
      nowMs += elapsedMs
      tick?.()
    },
    isTicking: () => tick !== undefined,
  }
}

test('redraws one line with the elapsed time on a terminal, and removes it at the end', () => {
  const { status, written, pass, isTicking } = scene({ isTty: true })
  pass(7_000)
  status.say('Reading\n3 pages\u001B[2J')
  pass(3_600_000)
  status.end()
  status.end()
  status.say('late')
  expect(written()).toBe(
    '⇤⠋ Asking 0:00⇤⠙ Asking 0:07⇤⠙ Reading 3 pages 0:07⇤⠹ Reading 3 pages 1:00:07⇤',
  )
  expect(isTicking()).toBe(false)
})

test('never writes to the last column', () => {
  const { status, written } = scene({ isTty: true, columns: 20 })
  status.say('漢字 and very many words')
  expect(written()).toBe('⇤⠋ Asking 0:00⇤⠋ 漢字 and ve… 0:00')
})

test('prints each change once if stderr is not a terminal', () => {
  const { status, written, isTicking } = scene({ isTty: false })
  status.say('Asking')
  status.say('Reading')
  status.end()
  status.say('late')
  expect(written()).toBe('Asking\nReading\n')
  expect(isTicking()).toBe(false)
})
