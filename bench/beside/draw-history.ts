import type { AnswerRow } from '../measure-answers.ts'
import type { Ratio } from '../report.ts'

/** A run of the benchmark; the file has one as JSON on each line, the oldest first. */
export interface Run {
  readonly date: string
  readonly commit: string
  readonly cores: number
  /** Average number of processes that wanted a core in the minute before the end. */
  readonly load: number
  readonly connections: number
  readonly rounds: number
  readonly ratios: readonly (Ratio & Pick<AnswerRow, 'name' | 'wallets'>)[]
}

const GOAL = 6
const PLOT = { left: 50, top: 50, right: 20, bottom: 76, height: 260, perRun: 90, leastWidth: 560 }
const WALLETS = { one: 'one hot wallet', many: '10,000 wallets' }
/** Dark enough for the white ground. Pairs differ in brightness too. */
const COLOURS = ['#0b5cad', '#6aa9e9', '#8a4b08', '#d99a4e', '#3d6b35', '#93c48a']

/** Draws, for each run, how many times the throughput of each other server Footnote reached. */
export function drawHistory(runs: readonly Run[]): string {
  const series = [
    ...new Set(
      runs.flatMap(run => run.ratios.map(({ name, wallets }) => `${name}, ${WALLETS[wallets]}`)),
    ),
  ]
  const top = Math.ceil(Math.max(GOAL, ...runs.flatMap(run => run.ratios.map(({ most }) => most))))
  const plotWidth = Math.max(PLOT.leastWidth, runs.length * PLOT.perRun)
  const width = PLOT.left + plotWidth + PLOT.right
  const foot = PLOT.top + PLOT.height
  const y = (ratio: number) => round(foot - (ratio / top) * PLOT.height)
  const lines = Array.from({ length: top + 1 }, (_, ratio) => [
    `<line x1="${PLOT.left}" x2="${width - PLOT.right}" y1="${y(ratio)}" y2="${y(ratio)}" stroke="${ratio === GOAL ? '#b00020' : '#ddd'}"/>`,
    `<text x="${PLOT.left - 8}" y="${y(ratio) + 4}" text-anchor="end">${ratio} x</text>`,
  ])
  const marks = runs.map((run, index) => {
    const middle = PLOT.left + ((index + 0.5) * plotWidth) / runs.length
    return [
      `<text x="${round(middle)}" y="${foot + 18}" text-anchor="middle">${toXml(run.date)}</text>`,
      `<text x="${round(middle)}" y="${foot + 34}" text-anchor="middle">${toXml(run.commit)}</text>`,
      `<text x="${round(middle)}" y="${foot + 50}" text-anchor="middle">${run.cores} cores, load ${run.load}</text>`,
      ...run.ratios.map(({ name, wallets, median, least, most }) => {
        const place = series.indexOf(`${name}, ${WALLETS[wallets]}`)
        const x = round(middle + (place - (series.length - 1) / 2) * 14)
        const colour = COLOURS[place % COLOURS.length]
        return (
          `<line x1="${x}" x2="${x}" y1="${y(least)}" y2="${y(most)}" stroke="${colour}" stroke-width="2"/>` +
          `<circle cx="${x}" cy="${y(median)}" r="4" fill="${colour}"><title>${toXml(name)}: ${median} x</title></circle>`
        )
      }),
    ]
  })
  const legend = series.map((name, place) => {
    const x = PLOT.left + (place % 2) * 270
    const at = 14 + Math.floor(place / 2) * 16
    return `<circle cx="${x}" cy="${at - 4}" r="4" fill="${COLOURS[place % COLOURS.length]}"/><text x="${x + 10}" y="${at}">${toXml(name)}</text>`
  })
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${foot + PLOT.bottom}" width="${width}" font-family="sans-serif" font-size="12">`,
    '<title>Throughput of Footnote as a multiple of other gateways, by run</title>',
    '<rect width="100%" height="100%" fill="#fff"/>',
    ...lines.flat(),
    ...marks.flat(),
    ...legend,
    '</svg>',
  ].join('\n')}\n`
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

function toXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
