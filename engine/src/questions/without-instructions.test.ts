import { expect, it } from 'vitest'
import { withoutInstructions } from './without-instructions.ts'

it.each([
  [
    'What is the FY2018 capital expenditure amount (in USD millions) for Larkwood? Give a response by relying on the details shown in the cash flow statement.',
    'What is the FY2018 capital expenditure amount for Larkwood?',
  ],
  [
    'Assume that you are an analyst. Using the balance sheet alone, what is the year end FY2018 inventory of Larkwood? Answer in USD billions.',
    'what is the FY2018 inventory of Larkwood?',
  ],
  ['What was the revenue of Larkwood in 2020?', 'What was the revenue of Larkwood in 2020?'],
  ["From Larkwood's 10-K, what was its revenue?", "From Larkwood's 10-K, what was its revenue?"],
  ['Information on Chile, what is the area?', 'Information on Chile, what is the area?'],
])('%s is reduced to the part that asks', (question, plain) => {
  expect(withoutInstructions(question)).toBe(plain)
})
