import { monitorEventLoopDelay } from 'node:perf_hooks'
import { limits } from '../../contract/src/limits.ts'
import type { Reader } from '../../engine/src/reader/reader.ts'
import { ask, withFreshMachine } from './with-fresh-machine.ts'

export interface LongestRow {
  readonly name: string
  /** The longest time in which the engine could do nothing else, in milliseconds. */
  readonly blockedMs: number
  /** The same as a multiple of a question of one line. */
  readonly times: number
}

const QUESTION = 'How many people live in Chile, and what was the revenue of Apple in 2023?'
/** Pieces that are repeated up to the limit of an input: each made a pattern of ours slow, or could. */
const PIECES: Readonly<Record<string, string>> = {
  spaces: ' ',
  commas: ', ',
  'question marks': ' ?',
  'full stops': 'a.',
  hyphens: 'a-',
  'line breaks': 'what is x?\n',
  quotes: '"a" ',
  numbers: '1,000 2,000 ',
  years: '2001 ',
  ranges: 'a to ',
  countries: 'population of Chile and ',
  companies: 'apple revenue 2020 ',
  names: 'Tell me of Alpha Beta ',
  pronouns: 'which of them ',
  Chinese: '中国的人口是多少和',
}

/** Asks the longest inputs that the API accepts, and measures how long each holds up everything else. */
export async function measureLongest(reader: Reader): Promise<LongestRow[]> {
  return await withFreshMachine(reader, async research => {
    const blocked = async (input: string) => {
      const delay = monitorEventLoopDelay({ resolution: 5 })
      delay.enable()
      await ask(research, input)
      delay.disable()
      return delay.max / 1e6
    }
    await blocked(QUESTION)
    const usual = await blocked(QUESTION)
    const rows: LongestRow[] = [{ name: 'a question of one line', blockedMs: usual, times: 1 }]
    for (const [name, piece] of Object.entries(PIECES)) {
      const room = limits.inputCharacters - QUESTION.length - 1
      const filled = piece.repeat(Math.floor(room / piece.length))
      const blockedMs = await blocked(`${QUESTION}${filled}b`)
      rows.push({ name, blockedMs, times: blockedMs / usual })
    }
    return rows
  })
}
