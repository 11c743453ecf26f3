/**
 * The values of the `Error-Code` header, each with its status. Callers branch on them, so a value
 * is never renamed or removed; new ones may be added.
 */
export const errorCodes = {
  // The request itself.
  validation_failed: 400,
  invalid_json: 400,
  malformed_request: 400,
  not_acceptable: 406,
  request_timeout: 408,
  body_too_large: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  headers_too_large: 431,

  // Who calls, and what they may do.
  key_missing: 401,
  key_unknown: 401,
  key_expired: 401,
  key_revoked: 401,
  scope_missing: 403,
  personal_data_not_allowed: 403,
  rate_limited: 429,
  too_many_connections: 429,

  // What the request is about.
  not_found: 404,
  route_not_found: 404,
  customer_merged: 404,
  method_not_allowed: 405,
  version_conflict: 412,

  // Creates with an Idempotency-Key.
  idempotency_in_progress: 409,
  idempotency_key_reused: 422,

  // Work items.
  not_author: 403,
  move_not_allowed: 409,
  deleted_too_long_ago: 409,
  customer_archived: 409,
  customer_erased: 409,
  nothing_submitted: 409,
  photos_full: 409,
  customer_without_email: 409,
  customer_doubtful: 409,
  reply_address_missing: 409,

  // Merges of customers.
  merge_with_itself: 409,
  merge_archived: 409,
  merge_too_many_customers: 409,
  merge_too_many_work_items: 409,
  merged_already: 409,
  merge_not_latest: 409,
  merge_undone: 409,
  merge_too_old: 409,
  merged_customer_gone: 409,

  // Webhooks, calendar links and the request log.
  webhooks_full: 409,
  webhook_not_active: 409,
  ping_not_replayable: 409,
  ping_in_progress: 409,
  replay_in_progress: 409,
  calendar_links_full: 409,
  nothing_to_rescue: 409,
  rescued_already: 409,
  rescue_in_progress: 409,

  // Channels and intakes.
  channels_full: 409,
  intake_is_lead: 409,
  intake_discarded: 409,
  intake_not_discarded: 409,
  intake_in_progress: 409,

  // Members and the web app.
  not_signed_in: 401,
  sign_in_failed: 401,
  not_a_member: 401,
  passkey_not_verified: 401,
  owner_only: 403,
  members_only: 403,
  no_brand: 403,
  role_changed: 403,
  password_wrong: 403,
  other_site: 403,
  link_gone: 404,
  other_brand: 409,
  link_changed: 409,
  members_full: 409,
  member_already: 409,
  invitations_full: 409,
  last_owner: 409,
  left_items_undecided: 409,
  password_changed: 409,
  signed_out: 409,
  passkey_known: 409,
  passkeys_full: 409,
  address_exists: 409,
  mail_not_set_up: 409,
  keys_full: 409,
  key_revoked_already: 409,
  key_replaced_already: 409,
  key_expired_already: 409,
  imports_running: 409,
  imported_already: 409,
  import_undone: 409,

  // The service and its operator. A load balancer sends 502 and 504.
  metrics_token_wrong: 401,
  metrics_token_unset: 403,
  internal_error: 500,
  bad_gateway: 502,
  unavailable: 503,
  search_too_slow: 503,
  web_app_not_built: 503,
  gateway_timeout: 504,
} as const satisfies Record<string, number>;

export type ErrorCode = keyof typeof errorCodes;

/** The code of an error that names none. Absent statuses have several reasons to tell apart. */
export const codesByStatus = {
  400: 'validation_failed',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'request_timeout',
  412: 'version_conflict',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  416: 'range_not_satisfiable',
  422: 'idempotency_key_reused',
  429: 'rate_limited',
  431: 'headers_too_large',
  500: 'internal_error',
  503: 'unavailable',
} as const satisfies Record<number, ErrorCode>;

export function codeOfStatus(status: number): ErrorCode {
  const known: Partial<Record<number, ErrorCode>> = codesByStatus;
  return known[status] ?? (status < 500 ? 'malformed_request' : 'internal_error');
}
