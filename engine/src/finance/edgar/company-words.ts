/** Names that people use for companies that EDGAR lists under another one, with the ticker. */
export const BRANDS: Readonly<Record<string, string>> = {
  google: 'GOOGL',
  exxonmobil: 'XOM',
  youtube: 'GOOGL',
  facebook: 'META',
  instagram: 'META',
  whatsapp: 'META',
  disney: 'DIS',
  'jp morgan': 'JPM',
  'j p morgan': 'JPM',
  citi: 'C',
  citibank: 'C',
  bofa: 'BAC',
  amex: 'AXP',
  coke: 'KO',
  pepsi: 'PEP',
  lilly: 'LLY',
  'p g': 'PG',
  'j j': 'JNJ',
  'john deere': 'DE',
  'charles schwab': 'SCHW',
  schwab: 'SCHW',
  snapchat: 'SNAP',
  tsmc: 'TSM',
  raytheon: 'RTX',
  hp: 'HPQ',
  'us bank': 'USB',
  'u s bank': 'USB',
  'anheuser busch': 'BUD',
  'ab inbev': 'BUD',
  volkswagen: 'VWAGY',
  '7 eleven': 'SVNDY',
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** What the name of a company may be written with or without, at its end. */
export const LEGAL_WORDS = list(
  'inc incorporated corp corporation co company companies ltd limited plc llc lp llp holdings ' +
    'holding group nv sa ag se ab asa oyj spa kgaa aktiengesellschaft adr com trust the and of ' +
    'a b c k l n p s v',
)

/** In capitals these are tickers too, but whoever writes them means something else. */
export const NO_TICKERS = list(
  'usd eur gbp jpy cad aud chf cny rmb inr ceo cfo coo cto cio chro vp svp evp gaap ifrs eps ebit ebitda ' +
    'ebt etf etfs ipo spac ai ml it api us usa uk eu un uae all on are rev fy ytd qtd yoy qoq mom ' +
    'ttm ltm cy hy roi roe roa roic wacc dcf capm npv irr cagr fcf ocf cogs sga rd capex opex ppe ' +
    'nci oci dso dpo dio pe pb ps ev peg nav aum arr mrr gmv arpu dau mau cac ltv sec edgar nyse ' +
    'nasdaq amex otc cboe esg sdg csr gdp gnp cpi ppi pmi pce fed fomc ecb imf opec fda epa ftc ' +
    'fcc doj irs fasb iasb pcaob xbrl md mda def kpi kpis okr tam sam som b2b b2c saas paas iaas ' +
    'llc inc corp plc ltd co cost low ice well cash net gain loss real true good big best next ' +
    'key open fast free safe life love home play car cars fun live run see two ten one usd aaa bbb ' +
    'ma de pa ca co in ok or hi me al ar az ct ga ia id il ks ky la mi mn mo ms mt nc nd ne nh nj ' +
    'nm nv oh ri sc sd tn tx ut va vt wa wi wv wy dc am pm jan feb mar apr jun jul aug sep oct nov ' +
    'dec vs versus and the for not has was new old top how why who faq pdf csv json html url tv pc ' +
    'ip hr pr rn asap fyi tbd na n/a who nato nasa dna ev evs gpu cpu hbm r q',
)

/** First words that many companies share, places, and words of finance: no company by themselves. */
export const GENERIC = list(
  'american america americas first general united national new global international pacific ' +
    'atlantic western eastern northern southern north south east west central federal royal bank ' +
    'capital city citizens community financial energy health state states street union world us ' +
    'great home old open park public real southwest northwest standard superior texas california ' +
    'york jersey florida virginia boston chicago london china chinese india indian japan japanese ' +
    'korea korean canada canadian mexico brazil brazilian britain british german germany france ' +
    'french italy spain swiss taiwan hong kong singapore israel australia african africa asia asian ' +
    'europe european latin russia russian turkey argentina chile peru colombia bolivia austria ' +
    'georgia jordan washington los angeles san francisco diego ohio michigan kingdom republic ' +
    'digital advanced applied universal consolidated premier prime alpha beta omega sigma data net ' +
    'total gross annual quarterly company cash debt growth income sales revenue earnings profit ' +
    'margin market markets stock stocks share shares equity dividend dividends fiscal year quarter ' +
    'compare show list give tell find explain describe calculate summarize summarise analyze analyse ' +
    'research development operating operations consumer customers customer products services ' +
    'software technology security investor investors performance interest industry industrial ' +
    'expense expenses ratio report reports inventory assets liabilities statement balance cost costs ' +
    'free price value dollar dollars million billion tax taxes segment segments',
)

/** Companies go by these, but at the start of a sentence or in small letters they are mostly words. */
export const ORDINARY = list(
  'target gap block match key ball visa snap unity box stem root core progress guess express ' +
    'compass insight insights summit sea arm best five access booking trade travel life water power ' +
    'oil gas gold silver steel copper media science unit vital true ready simply discover shell ford ' +
    'affirm opera stride chase hope joint legacy rocket toast sprout monday coach brilliant carnival ' +
    'celestial clear ever host team teams vision zoom carrier regions progressive grab rush oracle ' +
    'adobe caterpillar monster marathon parker cooper using based between since last latest recent ' +
    'current next both each given according please',
)

const FIGURES =
  'revenues?|turnover|net (?:income|loss|sales|profit|debt|assets)|sales|earnings|eps|ebitda?|' +
  'profits?|profitability|profitable|losses|margins?|dividends?|shares outstanding|buybacks?|' +
  'repurchases?|cash flows?|cash|capex|capital expenditures?|debts?|borrowings?|assets|liabilities|' +
  'equity|goodwill|inventor(?:y|ies)|receivables?|payables?|income tax(?:es)?|deposits|' +
  'operating (?:income|expenses?|costs?|profit)|cost of (?:revenue|sales|goods)|gross profit|' +
  '(?:net )?interest (?:income|expense)|r ?& ?d|research and development|sg ?& ?a|employees|headcount'

/** Figures that statements give: who asks for none of them asks for what a company says. */
export const FIGURE_WORD = new RegExp(`\\b(?:${FIGURES})\\b`, 'i')

/** Where one of these is asked for, a company's name means the company. */
export const FINANCE_WORD = new RegExp(
  `\\b(?:${FIGURES}|10-?[kq]s?|20-?f|40-?f|8-?k|annual reports?|filings?|filed|edgar|sec|shares?|` +
    'stocks?|shareholders?|stockholders?|balance sheet|income statement|' +
    'fiscal(?: year| quarter)?|fy ?\\d{2,4}|q[1-4]|quarter(?:ly)?|guidance|' +
    'market cap(?:italization)?|valuation|ticker|investors?|risk factors|financials?|' +
    'restate(?:d|ments?))\\b',
  'i',
)
