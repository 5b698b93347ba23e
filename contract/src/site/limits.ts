import { limits } from '../limits.ts'

const CENTS_PER_USD = 100

/** Every limit of the website, once. */
export const siteLimits = {
  emailCharacters: 254,
  passwordCharacters: { fewest: 10, most: 128 },
  keyNameCharacters: 100,
  activeKeys: 100,
  /** Members of an account and open invitations together, without the owner. */
  teamMembers: 50,
  invitationDays: 7,
  /** How long the history of an account is kept. */
  accountActionDays: 365,
  accountActionsPerPage: 50,
  passkeys: 20,
  keyCapCents: { least: 1, most: 100_000_000 },
  keyCallsPerMinute: { least: 1, most: 100_000 },
  connectionQueryCharacters: 10_000,
  codeDigits: 6,
  rechargeCents: { least: limits.minimumRechargeUsd * CENTS_PER_USD, most: 1_000_000 },
  movementsPerPage: 50,
  exportedMovementsPerPage: 1_000,
  billingCharacters: { name: 200, address: 500, taxId: 50 },
  exportedCallsPerPage: 1_000,
  payments: 100,
  spendingDays: { fewest: 1, default: 30, most: 366 },
  bodyBytes: 20_000,
  /** Links to shared reports that work at the same time. */
  sharedReports: 20,
  sharedReportBytes: 262_144,
  reasonCharacters: 500,
  searchCharacters: 200,
  visitorQuestionCharacters: 300,
  operatorRows: 100,
  /** Fewer calls show no percentage, median or p90: one more call would change it too much. */
  fewestCallsForShares: 20,
  /** The status page's history of incidents. */
  incidentDays: 90,
  incidents: 100,
  /** An hour in which more than this share of the calls failed is an incident. */
  incidentFailedShare: 0.1,
  refundDays: { fewest: 1, default: 7, most: 90 },
} as const
