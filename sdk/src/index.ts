// The public API of the package.
export { Vakwerk, type VakwerkOptions } from './client.ts';
export type { CallOptions, ChangeOptions, CreateOptions } from './call.ts';
export { type ErrorDetail, readErrorDetails } from './error-details.ts';
export {
  AuthenticationError,
  ConflictError,
  NetworkError,
  NotFoundError,
  RateLimitError,
  ScopeError,
  ServerError,
  TimeoutError,
  VakwerkError,
  ValidationError,
} from './errors.ts';
export type { VakwerkEvent, WebhookEvent } from './events.ts';
export { List, type Page } from './list.ts';
export type { BatchOptions, SentLead } from './resources/leads.ts';
export { responseOf, type ResponseInfo } from './response-of.ts';
export type { ErrorInfo, Hooks, RequestInfo, ResponseEvent, RetryInfo } from './send.ts';
export {
  signTestWebhook,
  type TestWebhook,
  verifyWebhook,
  type WebhookToVerify,
  WebhookVerificationError,
} from './webhook-signature.ts';
export type * from './types.ts';
