import type { Metric } from './metrics.ts'
import { gaap, ifrs } from './taxonomies.ts'

export const INCOME_STATEMENT: readonly Metric[] = [
  {
    id: 'revenue',
    name: 'revenue',
    kind: 'flow',
    asked: '(?:total |net )?(?:revenues?|sales|turnover)|net revenues?|top line',
    concepts: [
      ...gaap(
        'Revenues',
        'RevenueFromContractWithCustomerExcludingAssessedTax',
        'RevenueFromContractWithCustomerIncludingAssessedTax',
        'SalesRevenueNet',
        'SalesRevenueGoodsNet',
        'RevenuesNetOfInterestExpense',
      ),
      ...ifrs('Revenue', 'RevenueFromContractsWithCustomers'),
    ],
  },
  {
    id: 'cost-of-revenue',
    name: 'cost of revenue',
    kind: 'flow',
    asked:
      'cogs|costs? of (?:goods sold|(?:goods|products) and services sold|revenues?|sales|goods|products sold)',
    concepts: [
      ...gaap('CostOfRevenue', 'CostOfGoodsAndServicesSold', 'CostOfGoodsSold'),
      ...ifrs('CostOfSales'),
    ],
  },
  {
    id: 'gross-profit',
    name: 'gross profit',
    kind: 'flow',
    asked: 'gross (?:profits?|income|earnings)',
    concepts: [...gaap('GrossProfit'), ...ifrs('GrossProfit')],
    formulas: [{ of: ['revenue', '−', 'cost-of-revenue'], as: 'amount' }],
  },
  {
    id: 'research-and-development',
    name: 'research and development expense',
    kind: 'flow',
    asked:
      '(?:r ?& ?d|r and d|research (?:and|&) development)(?: (?:expenses?|costs?|spending|spend|expenditures?))?',
    concepts: [
      ...gaap(
        'ResearchAndDevelopmentExpense',
        'ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost',
      ),
      ...ifrs('ResearchAndDevelopmentExpense'),
    ],
  },
  {
    id: 'selling-general-administrative',
    name: 'selling, general and administrative expense',
    kind: 'flow',
    asked:
      '(?:sg ?& ?a|selling,? general,? (?:and|&) administrative)(?: (?:expenses?|costs?|spending))?',
    concepts: [
      ...gaap('SellingGeneralAndAdministrativeExpense'),
      ...ifrs('SellingGeneralAndAdministrativeExpense'),
    ],
    formulas: [{ of: ['sales-and-marketing', '+', 'general-and-administrative'], as: 'amount' }],
  },
  {
    id: 'sales-and-marketing',
    name: 'sales and marketing expense',
    kind: 'flow',
    asked: '(?:sales|selling) (?:and|&) marketing(?: (?:expenses?|costs?|spending))?',
    concepts: [...gaap('SellingAndMarketingExpense'), ...ifrs('SalesAndMarketingExpense')],
  },
  {
    id: 'general-and-administrative',
    name: 'general and administrative expense',
    kind: 'flow',
    asked: '(?:g ?& ?a|general (?:and|&) administrative)(?: (?:expenses?|costs?|spending))?',
    concepts: [
      ...gaap('GeneralAndAdministrativeExpense'),
      ...ifrs('GeneralAndAdministrativeExpense', 'AdministrativeExpense'),
    ],
  },
  {
    id: 'operating-expenses',
    name: 'operating expenses',
    isPlural: true,
    kind: 'flow',
    asked: '(?:total )?operating (?:expenses?|costs?)|opex',
    concepts: [...gaap('OperatingExpenses'), ...ifrs('OperatingExpense')],
  },
  {
    id: 'operating-income',
    name: 'operating income',
    kind: 'flow',
    asked:
      'operating (?:income|profits?|earnings|loss(?:es)?|result)|income from operations|ebit|earnings before interest and tax(?:es)?',
    concepts: [...gaap('OperatingIncomeLoss'), ...ifrs('ProfitLossFromOperatingActivities')],
  },
  {
    id: 'costs-and-expenses',
    name: 'total costs and expenses',
    isPlural: true,
    kind: 'flow',
    asked: '(?:total )?costs and expenses|total (?:costs|expenses)',
    concepts: gaap('CostsAndExpenses'),
  },
  {
    id: 'net-interest-income',
    name: 'net interest income',
    kind: 'flow',
    asked: 'net interest income|nii',
    concepts: gaap('InterestIncomeExpenseNet'),
  },
  {
    id: 'noninterest-income',
    name: 'noninterest income',
    kind: 'flow',
    asked: 'non ?interest income',
    concepts: gaap('NoninterestIncome'),
  },
  {
    id: 'credit-loss-provision',
    name: 'provision for credit losses',
    kind: 'flow',
    asked: '(?:loan|credit) loss provisions?|provisions? for (?:credit|loan|loan and lease) losses',
    concepts: gaap('ProvisionForLoanLeaseAndOtherLosses', 'ProvisionForLoanAndLeaseLosses'),
  },
  {
    id: 'comprehensive-income',
    name: 'comprehensive income',
    kind: 'flow',
    asked: '(?:total )?comprehensive (?:income|loss)',
    concepts: [...gaap('ComprehensiveIncomeNetOfTax'), ...ifrs('ComprehensiveIncome')],
  },
  {
    id: 'interest-expense',
    name: 'interest expense',
    kind: 'flow',
    asked: 'interest (?:expenses?|costs?)|finance costs?',
    concepts: [
      ...gaap('InterestExpense', 'InterestExpenseNonoperating', 'InterestExpenseDebt'),
      ...ifrs('InterestExpense', 'FinanceCosts'),
    ],
  },
  {
    id: 'pretax-income',
    name: 'income before taxes',
    kind: 'flow',
    asked:
      'pre ?tax (?:income|profits?|earnings|loss)|(?:income|earnings|profits?|loss) before (?:income )?tax(?:es)?|ebt',
    concepts: [
      ...gaap(
        'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
        'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
      ),
      ...ifrs('ProfitLossBeforeTax'),
    ],
    formulas: [{ of: ['net-income', '+', 'income-tax'], as: 'amount' }],
  },
  {
    id: 'income-tax',
    name: 'income tax expense',
    kind: 'flow',
    asked:
      '(?:income )?tax (?:expenses?|provision|charge)|(?:provision for )?income tax(?:es)?|provision for taxes',
    concepts: [...gaap('IncomeTaxExpenseBenefit'), ...ifrs('IncomeTaxExpenseContinuingOperations')],
  },
  {
    id: 'net-income',
    name: 'net income',
    kind: 'flow',
    asked:
      'net (?:income|profits?|earnings|loss(?:es)?|result)(?: attributable to (?:common )?(?:share|stock)holders)?|(?:profit|income|earnings) after tax(?:es)?|bottom line|profits?|earnings|earn(?:s|ed)?(?= (?:the )?(?:more|most|less|least))',
    concepts: [
      ...gaap('NetIncomeLoss', 'ProfitLoss', 'NetIncomeLossAvailableToCommonStockholdersBasic'),
      ...ifrs('ProfitLossAttributableToOwnersOfParent', 'ProfitLoss'),
    ],
  },
  {
    id: 'eps-diluted',
    name: 'diluted earnings per share',
    isPlural: true,
    kind: 'rate',
    asked:
      '(?:diluted )?(?:eps|(?:earnings|net income|income|profit) per (?:diluted |common )?share)(?: (?:\\()?diluted\\)?)?',
    concepts: [
      ...gaap('EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted'),
      ...ifrs('DilutedEarningsLossPerShare'),
    ],
    instead: 'eps-basic',
  },
  {
    id: 'eps-basic',
    name: 'basic earnings per share',
    isPlural: true,
    kind: 'rate',
    asked: 'basic (?:eps|(?:earnings|net income|income) per (?:common )?share)',
    concepts: [
      ...gaap('EarningsPerShareBasic', 'EarningsPerShareBasicAndDiluted'),
      ...ifrs('BasicEarningsLossPerShare'),
    ],
  },
  {
    id: 'dividends-per-share',
    name: 'dividends per share',
    isPlural: true,
    kind: 'rate',
    asked: 'dividends? (?:declared |paid )?per (?:common )?share|dps',
    concepts: gaap('CommonStockDividendsPerShareDeclared', 'CommonStockDividendsPerShareCashPaid'),
  },
  {
    id: 'basic-shares',
    name: 'weighted average basic shares',
    isPlural: true,
    kind: 'rate',
    asked: '(?:weighted )?(?:average )?basic shares(?: outstanding)?|basic share count',
    concepts: [
      ...gaap('WeightedAverageNumberOfSharesOutstandingBasic'),
      ...ifrs('WeightedAverageShares'),
    ],
  },
  {
    id: 'diluted-shares',
    name: 'weighted average diluted shares',
    isPlural: true,
    kind: 'rate',
    asked: '(?:weighted )?(?:average )?diluted shares(?: outstanding)?|diluted share count',
    concepts: [
      ...gaap('WeightedAverageNumberOfDilutedSharesOutstanding'),
      ...ifrs('AdjustedWeightedAverageShares'),
    ],
  },
]
