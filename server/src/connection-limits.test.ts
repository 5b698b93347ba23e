import { expect, it } from 'vitest'
import { connectionLimits, mostOpenFiles } from './connection-limits.ts'
import { upstreamConnections } from './upstream/connections.ts'

it.each([
  { openFiles: Number.POSITIVE_INFINITY, upstreamCalls: 512, clients: Number.POSITIVE_INFINITY },
  { openFiles: 20_000, upstreamCalls: 512, clients: 18_976 },
  { openFiles: 1_024, upstreamCalls: 224, clients: 504 },
  { openFiles: 256, upstreamCalls: 32, clients: 72 },
  { openFiles: 10, upstreamCalls: 1, clients: 1 },
])('divides $openFiles open files', ({ openFiles, ...limits }) => {
  expect(connectionLimits({ openFiles, wantedCalls: 512 })).toEqual(limits)
})

it('never allots more files than there are', () => {
  for (let openFiles = 110; openFiles < 5_000; openFiles += 7) {
    const { upstreamCalls, clients } = connectionLimits({ openFiles, wantedCalls: 512 })
    const { calls, requests, streams } = upstreamConnections(upstreamCalls)
    expect(calls + requests + streams + clients).toBeLessThan(openFiles)
  }
})

it('reads the limit of the process', () => {
  expect(mostOpenFiles()).toBeGreaterThan(100)
})
