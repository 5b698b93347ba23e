import { describe, expect, it } from 'vitest'
import { readDefinition } from './read-definition.ts'
import type { Expression } from './read-expression.ts'

/** A calculation as one line. */
function write(expression: Expression): string {
  switch (expression.kind) {
    case 'number':
      return expression.value
    case 'metric':
      return `${expression.metric.id}${expression.year ? `@${expression.year}` : ''}`
    case 'average':
    case 'change':
      return `${expression.kind}(${write(expression.of)} ${expression.years.join(' ')})`
    case 'operation':
      return `(${write(expression.left)} ${expression.sign} ${write(expression.right)})`
  }
}

const read = (question: string) => {
  const defined = readDefinition(question)
  return defined && write(defined.expression)
}

describe('a measure that a question defines', () => {
  it.each([
    [
      'What is the FY2019 fixed asset turnover ratio for Larkwood? Fixed asset turnover ratio is defined as: FY2019 revenue / (average PP&E between FY2018 and FY2019). Round your answer to two decimal places.',
      '(revenue@2019 ÷ average(property 2018 2019))',
    ],
    [
      'What is the FY2020 DPO of Larkwood? DPO is defined as: 365 * (average accounts payable between FY2019 and FY2020) / (FY2020 COGS + change in inventory between FY2019 and FY2020).',
      '((365 × average(payables 2019 2020)) ÷ (cost-of-revenue@2020 + change(inventory 2019 2020)))',
    ],
    [
      'What is the FY2020 quick ratio of Larkwood? Define the quick ratio as (cash and cash equivalents + net accounts receivable) divided by total current liabilities.',
      '((cash + receivables) ÷ current-liabilities)',
    ],
    [
      'What is the FY2020 sum of turnovers for Larkwood? The sum is defined as: A + B. A is defined as: revenue / total assets. B is defined as: revenue / inventory.',
      '((revenue ÷ total-assets) + (revenue ÷ inventory))',
    ],
    ['What is the FY2020 D&A margin for Larkwood?', '(depreciation ÷ revenue)'],
    [
      'What is the FY2020 EBITDA less capital expenditures for Larkwood? Define EBITDA as operating income + depreciation and amortization.',
      '((operating-income + depreciation) − capital-expenditure)',
    ],
    [
      'What is the FY2018 - FY2020 3 year average net profit margin for Larkwood?',
      '(net-income ÷ revenue)',
    ],
  ])('%s', (question, expression) => {
    expect(read(question)).toBe(expression)
  })

  it.each([
    'What is the FY2018 - FY2020 3 year average of capex as a % of revenue for Larkwood?',
    'What is the FY2018 - FY2020 3 year average unadjusted operating income % margin for Larkwood?',
    'What is the FY2018 to FY2020 average net margin of Larkwood?',
  ])('is averaged over the years named in %s', question => {
    expect(readDefinition(question)).toMatchObject({ over: [2018, 2019, 2020], isPercent: true })
  })

  it.each([
    'What was the revenue of Larkwood in 2020?',
    'What is the FY2020 gross margin of Larkwood?',
    'What is the FY2020 gizmo ratio of Larkwood? It is defined as: revenue / gizmos shipped.',
  ])('is not read from %s', question => {
    expect(readDefinition(question)).toBeUndefined()
  })
})
