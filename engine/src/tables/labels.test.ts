import { describe, expect, it } from 'vitest'
import { periodOf, periods, withoutPeriods } from './labels.ts'

const read = (text: string) =>
  periods(text).map(({ years, part, month, day }) =>
    [...years, part, month, day].filter(one => one !== undefined),
  )

describe('periods', () => {
  it.each([
    ['from 2018 to 2019', [[2018, 2019]]],
    ['FY19 and F18', [[2019], [2018]]],
    ['31 March 2019', [[2019, 3, 31]]],
    ['December 31, 2019', [[2019, 12, 31]]],
    ['Q4 2020', [[2020, 'q4']]],
    ['the third quarter of fiscal 2017', [[2017, 'q3']]],
    [
      'March 3 and May 9, 2011',
      [
        [2011, 3, 3],
        [2011, 5, 9],
      ],
    ],
  ])('of %s are read', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each(['it may rise', '$2019', '2,019 units', '20.19', 'ISO2019x'])('%s names none', text => {
    expect(read(text)).toEqual([])
  })

  it('of a header are one', () => {
    expect(periodOf('Years 2021-2022')?.years).toEqual([2021, 2022])
  })

  it('are taken out of a text without the rest', () => {
    expect(withoutPeriods('Balance at 31 March 2019, net').replace(/\s+/g, ' ')).toBe(
      'Balance at , net',
    )
  })
})
