/** What is read of a company's facts. Everything else that filings tag is left alone. */
export interface Item {
  readonly section: Section
  /** In words, with the other name that questions use for it. */
  readonly label: string
}

export type Section =
  | 'Income statement'
  | 'Per share and shares'
  | 'Balance sheet'
  | 'Cash flow statement'
  | 'Company'

export interface Concept {
  readonly item: Item
  /** Among concepts that mean the same, the lower one is what a filing calls it by. */
  readonly rank: number
  /** What it is called when it differs from the one that was chosen; without one it is left out. */
  readonly ownLabel?: string
  /** Stated on the cover for the day of filing, not for the end of a period. */
  readonly isCover: boolean
}

/** A label, then the concepts that mean it, the fullest first; `us-gaap` unless they say otherwise. */
const ITEMS: Readonly<Record<Section, readonly (readonly [label: string, concepts: string])[]>> = {
  'Income statement': [
    [
      'Revenue (net sales)',
      'Revenues RevenueFromContractWithCustomerExcludingAssessedTax ' +
        'RevenueFromContractWithCustomerIncludingAssessedTax SalesRevenueNet SalesRevenueGoodsNet ' +
        'RevenuesNetOfInterestExpense ifrs-full:Revenue ifrs-full:RevenueFromContractsWithCustomers',
    ],
    [
      'Cost of revenue (cost of sales)',
      'CostOfRevenue CostOfGoodsAndServicesSold CostOfGoodsSold ifrs-full:CostOfSales',
    ],
    ['Gross profit', 'GrossProfit ifrs-full:GrossProfit'],
    [
      'Research and development expense (R&D)',
      'ResearchAndDevelopmentExpense ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost ' +
        'ifrs-full:ResearchAndDevelopmentExpense',
    ],
    [
      'Selling, general and administrative expense (SG&A)',
      'SellingGeneralAndAdministrativeExpense ifrs-full:SellingGeneralAndAdministrativeExpense',
    ],
    [
      'General and administrative expense',
      'GeneralAndAdministrativeExpense ifrs-full:GeneralAndAdministrativeExpense ' +
        'ifrs-full:AdministrativeExpense',
    ],
    [
      'Sales and marketing expense',
      'SellingAndMarketingExpense MarketingExpense ifrs-full:DistributionCosts ' +
        'ifrs-full:SalesAndMarketingExpense',
    ],
    ['Total operating expenses', 'OperatingExpenses ifrs-full:OperatingExpense'],
    ['Total costs and expenses', 'CostsAndExpenses'],
    ['Operating income (loss)', 'OperatingIncomeLoss ifrs-full:ProfitLossFromOperatingActivities'],
    ['Net interest income', 'InterestIncomeExpenseNet'],
    ['Noninterest income', 'NoninterestIncome'],
    [
      'Provision for credit losses',
      'ProvisionForLoanLeaseAndOtherLosses ProvisionForLoanAndLeaseLosses',
    ],
    [
      'Interest expense',
      'InterestExpense InterestExpenseNonoperating InterestExpenseDebt ifrs-full:InterestExpense ' +
        'ifrs-full:FinanceCosts',
    ],
    [
      'Other nonoperating income (expense)',
      'NonoperatingIncomeExpense OtherNonoperatingIncomeExpense',
    ],
    [
      'Income before income taxes (pretax income)',
      'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest ' +
        'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments ' +
        'ifrs-full:ProfitLossBeforeTax',
    ],
    [
      'Income tax expense (benefit)',
      'IncomeTaxExpenseBenefit ifrs-full:IncomeTaxExpenseContinuingOperations',
    ],
    [
      'Net income (loss)',
      'NetIncomeLoss ProfitLoss ifrs-full:ProfitLossAttributableToOwnersOfParent ifrs-full:ProfitLoss',
    ],
    [
      'Net income available to common shareholders',
      'NetIncomeLossAvailableToCommonStockholdersBasic',
    ],
    ['Comprehensive income (loss)', 'ComprehensiveIncomeNetOfTax ifrs-full:ComprehensiveIncome'],
  ],
  'Per share and shares': [
    [
      'Earnings per share, basic (EPS)',
      'EarningsPerShareBasic EarningsPerShareBasicAndDiluted ifrs-full:BasicEarningsLossPerShare',
    ],
    [
      'Earnings per share, diluted (EPS)',
      'EarningsPerShareDiluted ifrs-full:DilutedEarningsLossPerShare',
    ],
    [
      'Dividends declared per share',
      'CommonStockDividendsPerShareDeclared ' +
        'ifrs-full:DividendsRecognisedAsDistributionsToOwnersPerShare',
    ],
    ['Dividends paid per share', 'CommonStockDividendsPerShareCashPaid'],
    [
      'Weighted average shares, basic',
      'WeightedAverageNumberOfSharesOutstandingBasic ifrs-full:WeightedAverageShares',
    ],
    [
      'Weighted average shares, diluted',
      'WeightedAverageNumberOfDilutedSharesOutstanding ifrs-full:AdjustedWeightedAverageShares',
    ],
    ['Shares outstanding', 'CommonStockSharesOutstanding ifrs-full:NumberOfSharesOutstanding'],
    ['Shares outstanding (cover page)', 'dei:EntityCommonStockSharesOutstanding'],
  ],
  'Balance sheet': [
    ['Total assets', 'Assets ifrs-full:Assets'],
    ['Total current assets', 'AssetsCurrent ifrs-full:CurrentAssets'],
    [
      'Cash and cash equivalents',
      'CashAndCashEquivalentsAtCarryingValue ifrs-full:CashAndCashEquivalents ' +
        'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents CashAndDueFromBanks Cash',
    ],
    [
      'Short-term investments (current marketable securities)',
      'ShortTermInvestments MarketableSecuritiesCurrent ' +
        'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
    ],
    [
      'Long-term investments (noncurrent marketable securities)',
      'LongTermInvestments MarketableSecuritiesNoncurrent ' +
        'AvailableForSaleSecuritiesDebtSecuritiesNoncurrent',
    ],
    [
      'Accounts receivable (trade receivables)',
      'AccountsReceivableNetCurrent ReceivablesNetCurrent ' +
        'ifrs-full:TradeAndOtherCurrentReceivables ifrs-full:CurrentTradeReceivables',
    ],
    ['Inventory (inventories)', 'InventoryNet ifrs-full:Inventories'],
    [
      'Property, plant and equipment',
      'PropertyPlantAndEquipmentNet ifrs-full:PropertyPlantAndEquipment',
    ],
    ['Goodwill', 'Goodwill ifrs-full:Goodwill'],
    [
      'Intangible assets',
      'IntangibleAssetsNetExcludingGoodwill FiniteLivedIntangibleAssetsNet ' +
        'ifrs-full:IntangibleAssetsOtherThanGoodwill',
    ],
    ['Deposits', 'Deposits'],
    [
      'Accounts payable (trade payables)',
      'AccountsPayableCurrent AccountsPayableTradeCurrent ifrs-full:TradeAndOtherCurrentPayables',
    ],
    [
      'Deferred revenue (contract liabilities)',
      'ContractWithCustomerLiabilityCurrent DeferredRevenueCurrent ' +
        'ifrs-full:CurrentContractLiabilities',
    ],
    ['Total current liabilities', 'LiabilitiesCurrent ifrs-full:CurrentLiabilities'],
    [
      'Short-term borrowings (short-term debt)',
      'ShortTermBorrowings CommercialPaper ifrs-full:ShorttermBorrowings',
    ],
    ['Total current debt (short-term debt)', 'DebtCurrent ifrs-full:CurrentBorrowings'],
    ['Total debt (borrowings)', 'DebtLongtermAndShorttermCombinedAmount ifrs-full:Borrowings'],
    ['Long-term debt', 'LongTermDebt'],
    [
      'Long-term debt, noncurrent portion',
      'LongTermDebtNoncurrent ifrs-full:LongtermBorrowings ' +
        'ifrs-full:NoncurrentPortionOfNoncurrentBorrowings',
    ],
    ['Long-term debt and lease obligations', 'LongTermDebtAndCapitalLeaseObligations'],
    [
      'Long-term debt, current portion',
      'LongTermDebtCurrent ifrs-full:CurrentPortionOfLongtermBorrowings',
    ],
    ['Operating lease liabilities', 'OperatingLeaseLiability ifrs-full:LeaseLiabilities'],
    ['Total liabilities', 'Liabilities ifrs-full:Liabilities'],
    [
      'Retained earnings (accumulated deficit)',
      'RetainedEarningsAccumulatedDeficit ifrs-full:RetainedEarnings',
    ],
    [
      "Total shareholders' equity",
      'StockholdersEquity ifrs-full:EquityAttributableToOwnersOfParent ' +
        'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest ifrs-full:Equity',
    ],
    [
      'Total liabilities and equity',
      'LiabilitiesAndStockholdersEquity ifrs-full:EquityAndLiabilities',
    ],
  ],
  'Cash flow statement': [
    [
      'Cash flow from operating activities',
      'NetCashProvidedByUsedInOperatingActivities ' +
        'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations ' +
        'ifrs-full:CashFlowsFromUsedInOperatingActivities',
    ],
    [
      'Cash flow from investing activities',
      'NetCashProvidedByUsedInInvestingActivities ' +
        'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations ' +
        'ifrs-full:CashFlowsFromUsedInInvestingActivities',
    ],
    [
      'Cash flow from financing activities',
      'NetCashProvidedByUsedInFinancingActivities ' +
        'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations ' +
        'ifrs-full:CashFlowsFromUsedInFinancingActivities',
    ],
    [
      'Depreciation and amortization',
      'DepreciationDepletionAndAmortization DepreciationAmortizationAndAccretionNet ' +
        'DepreciationAndAmortization ifrs-full:DepreciationAndAmortisationExpense ' +
        'ifrs-full:DepreciationAmortisationAndImpairmentLossReversalOfImpairmentLossRecognisedInProfitOrLoss',
    ],
    ['Depreciation', 'Depreciation ifrs-full:DepreciationExpense'],
    [
      'Amortization of intangible assets',
      'AmortizationOfIntangibleAssets ifrs-full:AmortisationExpense',
    ],
    ['Share-based compensation', 'ShareBasedCompensation'],
    [
      'Capital expenditures (capex)',
      'PaymentsToAcquirePropertyPlantAndEquipment PaymentsToAcquireProductiveAssets ' +
        'ifrs-full:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
    ],
    ['Acquisitions of businesses', 'PaymentsToAcquireBusinessesNetOfCashAcquired'],
    [
      'Dividends paid',
      'PaymentsOfDividends PaymentsOfDividendsCommonStock ' +
        'ifrs-full:DividendsPaidClassifiedAsFinancingActivities ifrs-full:DividendsPaid',
    ],
    [
      'Share repurchases (buybacks)',
      'PaymentsForRepurchaseOfCommonStock ifrs-full:PaymentsToAcquireOrRedeemEntitysShares',
    ],
    [
      'Proceeds from issuing debt',
      'ProceedsFromIssuanceOfLongTermDebt ProceedsFromIssuanceOfDebt ' +
        'ifrs-full:ProceedsFromBorrowingsClassifiedAsFinancingActivities',
    ],
    [
      'Repayments of debt',
      'RepaymentsOfLongTermDebt RepaymentsOfDebt ' +
        'ifrs-full:RepaymentsOfBorrowingsClassifiedAsFinancingActivities',
    ],
    [
      'Income taxes paid',
      'IncomeTaxesPaidNet IncomeTaxesPaid ' +
        'ifrs-full:IncomeTaxesPaidRefundClassifiedAsOperatingActivities',
    ],
    ['Interest paid', 'InterestPaidNet'],
  ],
  Company: [
    ['Public float (market value held by others)', 'dei:EntityPublicFloat'],
    ['Number of employees', 'dei:EntityNumberOfEmployees ifrs-full:NumberOfEmployees'],
  ],
}

const OWN_LABELS: Readonly<Record<string, string>> = {
  'us-gaap:RevenueFromContractWithCustomerExcludingAssessedTax':
    'Revenue from contracts with customers',
  'ifrs-full:RevenueFromContractsWithCustomers': 'Revenue from contracts with customers',
  'us-gaap:ProfitLoss': 'Net income including noncontrolling interests',
  'ifrs-full:ProfitLoss': 'Net income including noncontrolling interests',
  'us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest':
    'Total equity including noncontrolling interests',
  'ifrs-full:Equity': 'Total equity including noncontrolling interests',
  'us-gaap:CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents':
    'Cash including restricted cash',
  'us-gaap:CommercialPaper': 'Commercial paper',
}
const ON_COVER: ReadonlySet<string> = new Set([
  'dei:EntityCommonStockSharesOutstanding',
  'dei:EntityNumberOfEmployees',
])

/** By name with its taxonomy, such as `us-gaap:Assets`, in the order of the statements. */
export const CONCEPTS: ReadonlyMap<string, Concept> = new Map(
  Object.entries(ITEMS).flatMap(([section, items]) =>
    items.flatMap(([label, names]) => conceptsOf({ section: section as Section, label }, names)),
  ),
)

function conceptsOf(item: Item, names: string): [string, Concept][] {
  return names.split(' ').map((written, rank) => {
    const name = written.includes(':') ? written : `us-gaap:${written}`
    const ownLabel = OWN_LABELS[name]
    return [name, { item, rank, isCover: ON_COVER.has(name), ...(ownLabel && { ownLabel }) }]
  })
}
