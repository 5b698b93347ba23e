import { expect, it } from 'vitest'
import { readAskedPeriods } from './years-asked.ts'

it.each([
  ['revenue in 2023', [2023], [], 0],
  ['revenue in FY23 and FY 2021', [2023, 2021], [], 0],
  ['from 2019 to 2021', [2021, 2020, 2019], [], 0],
  ['2019-2021', [2021, 2020, 2019], [], 0],
  ['between 2019 and 2021', [2021, 2020, 2019], [], 0],
  ['2019 and 2021', [2021, 2019], [], 0],
  ['Q3 2023', [2023], [3], 0],
  ['the fourth quarter of fiscal 2022', [2022], [4], 0],
  ['over the last five years', [], [], 5],
  ['past 3 fiscal years', [], [], 3],
  ['sold 2,023 units for $2000', [], [], 0],
  ['from 1901 to 2099', [2099, 1901], [], 0],
])('%s', (question, years, quarters, latestYears) => {
  expect(readAskedPeriods(question)).toEqual({ years, quarters, latestYears })
})
