import { expect, it } from 'vitest'
import { headOfSeries } from './head-of-series.ts'

const SERIES = 'crowns (CRN) per euro - 7.45 (2014 est.); 7.46 (2013 est.)'

it('is what the figures count, or the first figure with it', () => {
  expect(headOfSeries(SERIES, { withFigure: false })?.text).toBe('crowns (CRN)')
  expect(headOfSeries(SERIES, { withFigure: true })?.text).toBe(
    'crowns (CRN) per euro - 7.45 (2014 est.)',
  )
})

it.each(['La Vell (seat of power); Sarn (seat of law)', 'crowns', '7 towns; 2 in the north'])(
  'is nothing of what is no series: %s',
  value => {
    expect(headOfSeries(value, { withFigure: false })).toBeUndefined()
  },
)
