export {
  ApiError,
  BillingUnavailableError,
  InsufficientBalanceError,
  InvalidApiKeyError,
  InvalidRequestError,
  JobExpiredError,
  JobNotFoundError,
  JobPollFailedError,
  MethodNotAllowedError,
  NotFoundError,
  QueryFailedRefundedError,
  QueryTooLongError,
  RateLimitedError,
  type ReceivedError,
  ServiceUnavailableError,
} from './api-errors.ts'
export type { AnyRequest } from './client.ts'
export {
  AbortedError,
  ConnectionError,
  OutputMismatchError,
  TimeoutError,
  UnexpectedReplyError,
} from './client-errors.ts'
export type { FailedStage } from './failed-stage.ts'
export { Footnote } from './footnote.ts'
export { FootnoteError, type Money } from './footnote-error.ts'
export type { FootnoteOptions } from './footnote-options.ts'
export type { FromJsonSchema } from './from-json-schema.ts'
export type { ContentOf, OutputSchema } from './output-schema.ts'
export type { ProgressEvent, StateEvent, TaskEvent } from './read-task-events.ts'
export type {
  BackgroundResearch,
  ResearchRequest,
  SynchronousResearch,
} from './research-request.ts'
export type { CallOptions } from './service.ts'
export type { Progress } from './task-news.ts'
export type { EventsOptions, RetrieveOptions, Tasks, WaitOptions } from './tasks.ts'
export type { CompletedTask } from './wait-for-task.ts'
export type {
  AnswerRequest,
  AnswerResponse,
  Billing,
  Citation,
  ErrorBody,
  ErrorCode,
  FinanceRequest,
  Output,
  Problem,
  RefundedBilling,
  ResearchResponse,
  Source,
  SourceControl,
  SubmissionResponse,
  TaskResponse,
  TaskState,
  UsageCall,
  UsageResponse,
  WalletResponse,
  WebResult,
} from './wire.ts'
