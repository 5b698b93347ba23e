import { createHash } from 'node:crypto'
import { random } from '@footnote/platform/testing/random'

export interface Draw {
  /** A whole number, both ends included. */
  number(from: number, to: number): number
  isOneIn(many: number): boolean
  /** One of the names, each as often as its weight says. */
  pick<Name extends string>(weights: Readonly<Record<Name, number>>): Name
}

/** A stream of decisions that is the same for the same seed and name, whoever else draws meanwhile. */
export function createDraw(seed: number, name: string): Draw {
  const next = random(createHash('sha256').update(`${seed} ${name}`).digest().readUInt32LE())
  const number = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    number,
    isOneIn: many => number(1, many) === 1,
    pick(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][]
      const total = entries.reduce((sum, [, weight]) => sum + weight, 0)
      let left = next() * total
      for (const [name, weight] of entries) {
        left -= weight
        if (left < 0) return name
      }
      throw new Error('the weights are empty')
    },
  }
}
