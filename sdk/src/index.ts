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
} from './core/api-errors.ts'
export type { AnyRequest } from './core/client.ts'
export {
  AbortedError,
  ConnectionError,
  OutputMismatchError,
  TimeoutError,
  UnexpectedReplyError,
} from './core/client-errors.ts'
export type { FailedStage } from './core/failed-stage.ts'
export { Footnote } from './core/footnote.ts'
export { FootnoteError, type Money } from './core/footnote-error.ts'
export type { FootnoteOptions } from './core/footnote-options.ts'
export type { FromJsonSchema } from './core/from-json-schema.ts'
export type { ContentOf, OutputSchema } from './core/output-schema.ts'
export type {
  BackgroundResearch,
  ResearchRequest,
  SynchronousResearch,
} from './core/research-request.ts'
export type { CallOptions } from './core/service.ts'
export type { EventsOptions, RetrieveOptions, Tasks, WaitOptions } from './core/tasks.ts'
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
} from './core/wire.ts'
export type { ProgressEvent, StateEvent, TaskEvent } from './internal/read-task-events.ts'
export type { Progress } from './internal/task-news.ts'
export type { CompletedTask } from './internal/wait-for-task.ts'
