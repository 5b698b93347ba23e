import type { Metric } from './metrics.ts'

const gaap = (...names: readonly string[]) => names.map(name => `us-gaap:${name}`)
const ifrs = (...names: readonly string[]) => names.map(name => `ifrs-full:${name}`)

const INCOME_STATEMENT: readonly Metric[] = [
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
      'net (?:income|profits?|earnings|loss(?:es)?|result)|(?:profit|income|earnings) after tax(?:es)?|bottom line|profits?|earnings',
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

const BALANCE_SHEET: readonly Metric[] = [
  {
    id: 'total-assets',
    name: 'total assets',
    isPlural: true,
    kind: 'balance',
    asked: '(?:total )?assets',
    concepts: [...gaap('Assets'), ...ifrs('Assets')],
  },
  {
    id: 'current-assets',
    name: 'current assets',
    isPlural: true,
    kind: 'balance',
    asked: '(?:total )?current assets',
    concepts: [...gaap('AssetsCurrent'), ...ifrs('CurrentAssets')],
  },
  {
    id: 'liabilities',
    name: 'total liabilities',
    isPlural: true,
    kind: 'balance',
    asked: '(?:total )?liabilities',
    concepts: [...gaap('Liabilities'), ...ifrs('Liabilities')],
    formulas: [{ of: ['total-assets', '−', 'whole-equity'], as: 'amount' }],
  },
  {
    id: 'current-liabilities',
    name: 'current liabilities',
    isPlural: true,
    kind: 'balance',
    asked: '(?:total )?current liabilities',
    concepts: [...gaap('LiabilitiesCurrent'), ...ifrs('CurrentLiabilities')],
  },
  {
    id: 'equity',
    name: "shareholders' equity",
    kind: 'balance',
    asked:
      "(?:total )?(?:(?:stock|share)holders?['’]?s?['’]? )?equity|book value|(?:stock|share)holders?['’]?s?['’]? funds",
    concepts: [
      ...gaap(
        'StockholdersEquity',
        'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
      ),
      ...ifrs('EquityAttributableToOwnersOfParent', 'Equity'),
    ],
  },
  {
    // With what belongs to others, so that assets less it are what is owed.
    id: 'whole-equity',
    name: 'equity including noncontrolling interests',
    kind: 'balance',
    asked: 'equity including (?:non ?controlling|minority) interests?',
    concepts: [
      ...gaap(
        'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
        'StockholdersEquity',
      ),
      ...ifrs('Equity'),
    ],
  },
  {
    id: 'retained-earnings',
    name: 'retained earnings',
    isPlural: true,
    kind: 'balance',
    asked: 'retained earnings|accumulated deficit',
    concepts: [...gaap('RetainedEarningsAccumulatedDeficit'), ...ifrs('RetainedEarnings')],
  },
  {
    id: 'cash',
    name: 'cash and cash equivalents',
    isPlural: true,
    kind: 'balance',
    asked:
      'cash(?: balance| position| on hand)?|cash (?:and|&) (?:cash )?equivalents|cash and equivalents',
    concepts: [
      ...gaap(
        'CashAndCashEquivalentsAtCarryingValue',
        'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
        'Cash',
      ),
      ...ifrs('CashAndCashEquivalents'),
    ],
  },
  {
    id: 'inventory',
    name: 'inventories',
    isPlural: true,
    kind: 'balance',
    asked: 'inventory|inventories',
    concepts: [...gaap('InventoryNet'), ...ifrs('Inventories')],
  },
  {
    id: 'receivables',
    name: 'receivables',
    isPlural: true,
    kind: 'balance',
    asked: '(?:accounts |trade )?receivables?',
    concepts: [
      ...gaap('AccountsReceivableNetCurrent', 'ReceivablesNetCurrent'),
      ...ifrs('TradeAndOtherCurrentReceivables', 'CurrentTradeReceivables'),
    ],
  },
  {
    id: 'payables',
    name: 'accounts payable',
    isPlural: true,
    kind: 'balance',
    asked: 'accounts payable|(?:trade )?payables',
    concepts: [
      ...gaap('AccountsPayableCurrent', 'AccountsPayableTradeCurrent'),
      ...ifrs('TradeAndOtherCurrentPayables'),
    ],
  },
  {
    id: 'property',
    name: 'property, plant and equipment',
    kind: 'balance',
    asked: '(?:net )?(?:pp ?& ?e|property,? plant,? (?:and|&) equipment)|fixed assets',
    concepts: [...gaap('PropertyPlantAndEquipmentNet'), ...ifrs('PropertyPlantAndEquipment')],
  },
  {
    id: 'goodwill',
    name: 'goodwill',
    kind: 'balance',
    asked: 'goodwill',
    concepts: [...gaap('Goodwill'), ...ifrs('Goodwill')],
  },
  {
    id: 'long-term-debt',
    name: 'long-term debt',
    kind: 'balance',
    asked: '(?:long term|non ?current) (?:debt|borrowings?)',
    concepts: [
      ...gaap('LongTermDebtNoncurrent', 'LongTermDebt', 'LongTermDebtAndCapitalLeaseObligations'),
      ...ifrs('LongtermBorrowings', 'NoncurrentPortionOfNoncurrentBorrowings'),
    ],
  },
  {
    id: 'whole-long-term-debt',
    name: 'long-term debt including its current portion',
    kind: 'balance',
    asked: 'long term debt including (?:the |its )?current (?:portion|maturities)',
    concepts: gaap('LongTermDebt'),
    formulas: [{ of: ['long-term-debt-noncurrent', '+', 'long-term-debt-current'], as: 'amount' }],
  },
  {
    id: 'long-term-debt-noncurrent',
    name: 'noncurrent long-term debt',
    kind: 'balance',
    asked: 'non ?current long term debt',
    concepts: gaap('LongTermDebtNoncurrent'),
  },
  {
    id: 'long-term-debt-current',
    name: 'current portion of long-term debt',
    kind: 'balance',
    asked: 'current (?:portion|maturities) of long term debt',
    concepts: gaap('LongTermDebtCurrent'),
  },
  {
    id: 'current-debt',
    name: 'current debt',
    kind: 'balance',
    asked: 'current debt',
    concepts: [...gaap('DebtCurrent'), ...ifrs('CurrentBorrowings')],
  },
  {
    id: 'short-term-borrowings',
    name: 'short-term borrowings',
    isPlural: true,
    kind: 'balance',
    asked: 'short term (?:debt|borrowings?)|commercial paper',
    concepts: [
      ...gaap('ShortTermBorrowings', 'CommercialPaper', 'DebtCurrent'),
      ...ifrs('ShorttermBorrowings', 'CurrentBorrowings'),
    ],
  },
  {
    id: 'total-debt',
    name: 'total debt',
    kind: 'balance',
    asked: '(?:total |gross )?(?:debt|borrowings)',
    concepts: [...gaap('DebtLongtermAndShorttermCombinedAmount'), ...ifrs('Borrowings')],
    formulas: [
      { of: ['long-term-debt-noncurrent', '+', 'current-debt'], as: 'amount' },
      { of: ['whole-long-term-debt', '+', 'short-term-borrowings'], as: 'amount' },
    ],
  },
  {
    id: 'intangible-assets',
    name: 'intangible assets',
    isPlural: true,
    kind: 'balance',
    asked: 'intangible assets|intangibles',
    concepts: [
      ...gaap('IntangibleAssetsNetExcludingGoodwill', 'FiniteLivedIntangibleAssetsNet'),
      ...ifrs('IntangibleAssetsOtherThanGoodwill'),
    ],
  },
  {
    id: 'deferred-revenue',
    name: 'deferred revenue',
    kind: 'balance',
    asked: '(?:deferred|unearned) revenues?|contract liabilities',
    concepts: [
      ...gaap('ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent'),
      ...ifrs('CurrentContractLiabilities'),
    ],
  },
  {
    id: 'employees',
    name: 'number of employees',
    kind: 'balance',
    asked: 'employees|head ?count|number of employees',
    concepts: ['dei:EntityNumberOfEmployees', ...ifrs('NumberOfEmployees')],
  },
  {
    id: 'shares-outstanding',
    name: 'shares outstanding',
    isPlural: true,
    kind: 'balance',
    asked:
      '(?:common )?shares (?:outstanding|in issue)|outstanding (?:common )?shares|share count|number of (?:common )?shares(?: outstanding)?',
    concepts: [
      ...gaap('CommonStockSharesOutstanding'),
      'dei:EntityCommonStockSharesOutstanding',
      ...ifrs('NumberOfSharesOutstanding'),
    ],
  },
]

const CASH_FLOWS: readonly Metric[] = [
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

/** What stands in the statements of companies, and what it is called there and by those who ask. */
export const LINE_ITEMS: readonly Metric[] = [...INCOME_STATEMENT, ...BALANCE_SHEET, ...CASH_FLOWS]
