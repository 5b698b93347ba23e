import type { Metric } from './metrics.ts'
import { gaap, ifrs } from './taxonomies.ts'

export const CASH_FLOWS: readonly Metric[] = [
  {
    id: 'operating-cash-flow',
    name: 'operating cash flow',
    kind: 'flow',
    asked:
      '(?:net )?operating cash ?flows?|(?:net )?cash (?:flows? )?(?:provided by |generated (?:by|from) |used in |from )(?:operating activities|operations)|ocf|cash ?flows?',
    concepts: [
      ...gaap(
        'NetCashProvidedByUsedInOperatingActivities',
        'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
      ),
      ...ifrs('CashFlowsFromUsedInOperatingActivities'),
    ],
  },
  {
    id: 'investing-cash-flow',
    name: 'investing cash flow',
    kind: 'flow',
    asked:
      '(?:net )?investing cash ?flows?|(?:net )?cash (?:flows? )?(?:provided by |used (?:in|for) |from )investing activities',
    concepts: [
      ...gaap('NetCashProvidedByUsedInInvestingActivities'),
      ...ifrs('CashFlowsFromUsedInInvestingActivities'),
    ],
  },
  {
    id: 'financing-cash-flow',
    name: 'financing cash flow',
    kind: 'flow',
    asked:
      '(?:net )?financing cash ?flows?|(?:net )?cash (?:flows? )?(?:provided by |used (?:in|for) |from )financing activities',
    concepts: [
      ...gaap('NetCashProvidedByUsedInFinancingActivities'),
      ...ifrs('CashFlowsFromUsedInFinancingActivities'),
    ],
  },
  {
    id: 'capital-expenditure',
    name: 'capital expenditures',
    isPlural: true,
    kind: 'flow',
    asked:
      'cap ?ex|capital (?:expenditures?|spending|expenses)|(?:purchases? of|payments (?:for|to acquire)) property,? plant,? (?:and|&) equipment',
    concepts: [
      ...gaap('PaymentsToAcquirePropertyPlantAndEquipment', 'PaymentsToAcquireProductiveAssets'),
      ...ifrs('PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities'),
    ],
  },
  {
    id: 'dividends',
    name: 'dividends paid',
    isPlural: true,
    kind: 'flow',
    asked: '(?:cash )?dividends?(?: (?:paid|payments?|payouts?))?',
    concepts: [
      ...gaap('PaymentsOfDividends', 'PaymentsOfDividendsCommonStock'),
      ...ifrs('DividendsPaidClassifiedAsFinancingActivities', 'DividendsPaid'),
    ],
  },
  {
    id: 'buybacks',
    name: 'share repurchases',
    isPlural: true,
    kind: 'flow',
    asked:
      '(?:(?:share|stock) )?(?:buy ?backs?|repurchases?)(?: of (?:common )?(?:shares?|stock))?',
    concepts: [
      ...gaap('PaymentsForRepurchaseOfCommonStock'),
      ...ifrs('PaymentsToAcquireOrRedeemEntitysShares'),
    ],
  },
  {
    id: 'depreciation',
    name: 'depreciation and amortization',
    kind: 'flow',
    asked: 'depreciation(?:,? (?:depletion,? )?(?:and|&) amorti[sz]ation)?(?: expenses?)?|d ?& ?a',
    concepts: [
      ...gaap(
        'DepreciationDepletionAndAmortization',
        'DepreciationAmortizationAndAccretionNet',
        'DepreciationAndAmortization',
      ),
      ...ifrs(
        'DepreciationAndAmortisationExpense',
        'DepreciationAmortisationAndImpairmentLossReversalOfImpairmentLossRecognisedInProfitOrLoss',
      ),
    ],
    formulas: [{ of: ['bare-depreciation', '+', 'amortization'], as: 'amount' }],
    instead: 'bare-depreciation',
  },
  {
    id: 'bare-depreciation',
    name: 'depreciation',
    kind: 'flow',
    asked: 'depreciation (?:without|before|excluding) amorti[sz]ation',
    concepts: [...gaap('Depreciation'), ...ifrs('DepreciationExpense')],
  },
  {
    id: 'amortization',
    name: 'amortization of intangible assets',
    kind: 'flow',
    asked: 'amorti[sz]ation(?: of intangibles?(?: assets)?)?(?: expenses?)?',
    concepts: [...gaap('AmortizationOfIntangibleAssets'), ...ifrs('AmortisationExpense')],
  },
  {
    id: 'debt-issued',
    name: 'proceeds from issuing debt',
    isPlural: true,
    kind: 'flow',
    asked:
      '(?:proceeds from )?(?:issuing|(?:the )?issuance of) (?:long term )?debt|(?:long term )?debt issuances?',
    concepts: [
      ...gaap('ProceedsFromIssuanceOfLongTermDebt', 'ProceedsFromIssuanceOfDebt'),
      ...ifrs('ProceedsFromBorrowingsClassifiedAsFinancingActivities'),
    ],
  },
  {
    id: 'debt-repaid',
    name: 'repayments of debt',
    isPlural: true,
    kind: 'flow',
    asked: 'repayments? of (?:long term )?(?:debt|borrowings)|debt repayments?',
    concepts: [
      ...gaap('RepaymentsOfLongTermDebt', 'RepaymentsOfDebt'),
      ...ifrs('RepaymentsOfBorrowingsClassifiedAsFinancingActivities'),
    ],
  },
  {
    id: 'acquisitions',
    name: 'payments for acquisitions of businesses',
    isPlural: true,
    kind: 'flow',
    asked:
      '(?:payments for|cash paid for|spending on|spend on|spent on) (?:business )?acquisitions',
    concepts: gaap('PaymentsToAcquireBusinessesNetOfCashAcquired'),
  },
  {
    id: 'interest-paid',
    name: 'interest paid',
    kind: 'flow',
    asked: '(?:cash )?interest paid|cash paid for interest',
    concepts: gaap('InterestPaidNet'),
  },
  {
    id: 'stock-compensation',
    name: 'stock-based compensation',
    kind: 'flow',
    asked: '(?:stock|share) based compensation(?: expenses?)?|sbc',
    concepts: gaap('ShareBasedCompensation'),
  },
  {
    id: 'taxes-paid',
    name: 'income taxes paid',
    isPlural: true,
    kind: 'flow',
    asked: '(?:cash )?(?:income )?tax(?:es)? paid',
    concepts: [
      ...gaap('IncomeTaxesPaidNet', 'IncomeTaxesPaid'),
      ...ifrs('IncomeTaxesPaidRefundClassifiedAsOperatingActivities'),
    ],
  },
]
