import { DEFAULT_EFFORTS } from '@footnote/contract/prices'
import { upstreamSeconds } from '@footnote/contract/upstream-seconds'
import type { ResearchRequest } from '../core/wire.ts'

/** The service settles a call within 30 seconds of its upstream's limit; the rest is the network's. */
const SETTLING_SECONDS = 35

/** How long a reply to each call may take before nobody will send it any more. */
export const limitsMs: Readonly<Record<keyof typeof upstreamSeconds, number>> = {
  answer: limitMs(upstreamSeconds.answer),
  lite: limitMs(upstreamSeconds.lite),
  standard: limitMs(upstreamSeconds.standard),
  finance: limitMs(upstreamSeconds.finance),
  submission: limitMs(upstreamSeconds.submission),
  poll: limitMs(upstreamSeconds.poll),
}

export function researchLimitMs({
  research_effort = DEFAULT_EFFORTS.research,
  background = false,
}: Pick<ResearchRequest, 'research_effort' | 'background'>): number {
  const isSynchronous = research_effort === 'lite' || research_effort === 'standard'
  return isSynchronous && !background ? limitsMs[research_effort] : limitsMs.submission
}

function limitMs(seconds: number): number {
  return (seconds + SETTLING_SECONDS) * 1_000
}
