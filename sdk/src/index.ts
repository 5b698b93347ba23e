// core/ is the public API: everything exported here is declared there and follows the version number.
// internal/ is private: it may change in any release.

export {
  ApiError,
  BillingUnavailableError,
  CannotCancelError,
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
export type { ApiPromise, WithResponse } from './core/api-promise.ts'
export type { CallEvent, ResultEvent, StartedEvent } from './core/call-events.ts'
export type { Calls } from './core/calls.ts'
export type { AnyRequest } from './core/client.ts'
export {
  AbortedError,
  ConnectionError,
  type FailedStage,
  OutputMismatchError,
  TimeoutError,
  UnexpectedReplyError,
} from './core/client-errors.ts'
export { Footnote } from './core/footnote.ts'
export { FootnoteError, type Money } from './core/footnote-error.ts'
export type { CallOptions, FootnoteOptions } from './core/footnote-options.ts'
export type { Logger, LogLevel } from './core/logger.ts'
export type { ContentOf, FromJsonSchema, OutputSchema } from './core/output-schema.ts'
export type {
  BackgroundResearch,
  ResearchRequest,
  SynchronousResearch,
} from './core/research-request.ts'
export type {
  CompletedTask,
  Progress,
  ProgressEvent,
  QueryEvent,
  SourceEvent,
  StateEvent,
  TaskEvent,
} from './core/task-types.ts'
export type { EventsOptions, RetrieveOptions, Tasks, WaitOptions } from './core/tasks.ts'
export type { TaskFilter, UsageFilter } from './core/usage-filter.ts'
export { verifyWebhook, type WebhookMessage } from './core/verify-webhook.ts'
export type { Webhooks } from './core/webhooks.ts'
export type {
  AccountEvent,
  AnswerRequest,
  AnswerResponse,
  Billing,
  CallResponse,
  Citation,
  CountryCode,
  CreateWebhookRequest,
  ErrorBody,
  ErrorCode,
  FinanceRequest,
  LanguageCode,
  ListedTask,
  Output,
  Problem,
  RefundedBilling,
  ResearchResponse,
  Source,
  SourceControl,
  SubmissionResponse,
  TaskResponse,
  TaskState,
  TasksResponse,
  UpdateWebhookRequest,
  UsageCall,
  UsageResponse,
  WalletResponse,
  Webhook,
  WebhookDelivery,
  WebhookEvent,
  WebhookSecretResponse,
  WebResult,
} from './core/wire.ts'
