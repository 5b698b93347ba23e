import { AnswerRequest, FinanceRequest, ResearchRequest } from '@footnote/contract/requests'

/** The bodies of this wire are those of the service's own, but for one field that finance has here. */
export const requestSchemas = {
  answer: AnswerRequest,
  research: ResearchRequest,
  finance: {
    ...FinanceRequest,
    properties: {
      ...FinanceRequest.properties,
      output_schema: ResearchRequest.properties.output_schema,
    },
  },
} as const

export type AnswerBody = AnswerRequest
export type ResearchBody = ResearchRequest
export type FinanceBody = FinanceRequest & Pick<ResearchRequest, 'output_schema'>
