import type { Metric } from './metrics.ts'
import { gaap, ifrs } from './taxonomies.ts'

export const BALANCE_SHEET: readonly Metric[] = [
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
