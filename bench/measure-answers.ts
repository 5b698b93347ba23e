import { median } from './latencies.ts'
import type { LoadOrder, LoadResult } from './load-part.ts'
import type { BenchDatabase } from './open-databases.ts'
import type { Part } from './part.ts'
import { readDatabaseCpuMs } from './read-cpu.ts'
import type { Scale } from './scale.ts'

/** A server to send answers through. */
export interface Target {
  readonly name: string
  readonly part: Part
  readonly url: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether each good answer leaves a captured charge. */
  readonly charges: boolean
}

export interface AnswerRow {
  readonly name: string
  readonly wallets: 'one' | 'many'
  readonly perSecond: number
  /** Of each round. */
  readonly perSecondByRound: readonly number[]
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of the server under test and of PostgreSQL, per answer. */
  readonly serverCpuMs: number
  readonly databaseCpuMs: number | undefined
}

interface Sample extends LoadResult {
  readonly serverCpuMs: number
  readonly databaseCpuMs: number | undefined
}

const WALLETS = ['one', 'many'] as const
/** So many answers, or so many seconds of them, until a server's code is compiled. */
const WARM_UP = { answers: 8_000, seconds: 6 }

/**
 * Every target with one wallet and with many, in turn, round after round, and how many answers were
 * charged. Each is warmed up by as many answers as the others: one that starts cold is measured compiling.
 */
export async function measureAnswers(
  load: Part,
  {
    targets,
    calls,
    connections,
    scale,
  }: {
    targets: readonly Target[]
    calls: BenchDatabase
    connections: number
    scale: Scale
  },
): Promise<{ rows: AnswerRow[]; charged: number }> {
  const pairs = targets.flatMap(target => WALLETS.map(wallets => ({ target, wallets })))
  const samples = new Map<(typeof pairs)[number], Sample[]>(pairs.map(pair => [pair, []]))
  const [hotKey = '', ...manyKeys] = calls.keys
  const keysOf = { one: [hotKey], many: shuffle(manyKeys) }
  let charged = 0
  const run = async (
    target: Target,
    order: Pick<LoadOrder, 'keys' | 'warmUpMs' | 'durationMs'>,
  ) => {
    const { url, path, headers } = target
    const result = await load.ask<LoadResult>('run', { ...order, url, path, headers, connections })
    if (target.charges) charged += result.answered
    return result
  }
  for (const target of targets) {
    const order = { keys: keysOf.many, warmUpMs: 0, durationMs: 1_000 }
    let answers = 0
    for (let second = 0; second < WARM_UP.seconds && answers < WARM_UP.answers; second += 1) {
      answers += (await run(target, order)).answered
    }
  }
  for (let round = 0; round < scale.rounds; round += 1) {
    for (const pair of pairs) {
      const { target, wallets } = pair
      const { warmUpMs, answersMs: durationMs } = scale
      const order = { keys: keysOf[wallets], warmUpMs, durationMs }
      samples.get(pair)?.push(await measure({ target, calls }, () => run(target, order)))
    }
  }
  return { rows: pairs.map(pair => summarise(pair, samples.get(pair) ?? [])), charged }
}

async function measure(
  { target, calls }: { target: Target; calls: BenchDatabase },
  run: () => Promise<LoadResult>,
): Promise<Sample> {
  const serverBefore = await target.part.ask<number>('cpu')
  const databaseBefore = await readDatabaseCpuMs(calls.database)
  const result = await run()
  const serverAfter = await target.part.ask<number>('cpu')
  const databaseAfter = await readDatabaseCpuMs(calls.database)
  const { answered } = result
  return {
    ...result,
    serverCpuMs: (serverAfter - serverBefore) / answered,
    databaseCpuMs:
      databaseBefore === undefined || databaseAfter === undefined
        ? undefined
        : (databaseAfter - databaseBefore) / answered,
  }
}

function summarise(
  { target, wallets }: { target: Target; wallets: 'one' | 'many' },
  samples: readonly Sample[],
): AnswerRow {
  const middle = (read: (sample: Sample) => number) => median(samples.map(read))
  return {
    name: target.name,
    wallets,
    perSecond: middle(sample => sample.perSecond),
    perSecondByRound: samples.map(({ perSecond }) => perSecond),
    p50Ms: middle(sample => sample.p50Ms),
    p99Ms: middle(sample => sample.p99Ms),
    serverCpuMs: middle(sample => sample.serverCpuMs),
    databaseCpuMs: samples.every(sample => sample.databaseCpuMs !== undefined)
      ? middle(sample => sample.databaseCpuMs ?? Number.NaN)
      : undefined,
  }
}

/** Neighbours in the order of sending should not be neighbours in the tables. */
function shuffle(keys: readonly string[]): string[] {
  return keys
    .map(key => ({ key, place: Math.random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ key }) => key)
}
