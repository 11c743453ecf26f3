// Enums of webhooks, without the schemas: the database threads need only these.

export const webhookStates = ['active', 'paused', 'disabled'] as const;
// The states that a caller can set; only the service disables a webhook.
export const settableWebhookStates = ['active', 'paused'] as const;
export const webhookDisabledReasons = ['gone', 'failing'] as const;
export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
export const deliveryErrors = [
  'not_https',
  'blocked_address',
  'dns_failed',
  'connect_failed',
  'tls_failed',
  'timeout',
  'redirected',
  'http_status',
] as const;

export type WebhookState = (typeof webhookStates)[number];
export type WebhookDisabledReason = (typeof webhookDisabledReasons)[number];
export type DeliveryStatus = (typeof deliveryStatuses)[number];
export type DeliveryError = (typeof deliveryErrors)[number];
