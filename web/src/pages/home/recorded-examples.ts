import type { AnswerRequest, ResearchRequest } from '@footnote/contract/requests'
import type { AnswerResponse, ErrorResponse, ResearchResponse } from '@footnote/contract/responses'
import recorded from './recorded-examples.json' with { type: 'json' }

interface Recording<Request, Response> {
  readonly request: Request
  readonly response: Response
}

interface RecordedExamples {
  /** Date such as `2026-11-15`. */
  readonly recordedOn: string
  readonly answer: Recording<AnswerRequest, AnswerResponse>
  readonly research: Recording<ResearchRequest, ResearchResponse>
  readonly structured: Recording<ResearchRequest, ResearchResponse>
  readonly refused: Recording<AnswerRequest, ErrorResponse>
}

/**
 * Replies of the embedded engine, recorded by `npm run record-examples`. A test checks each against
 * the contract and asks the engine again.
 */
export const recordedExamples = recorded as unknown as RecordedExamples
