// Made from openapi.json by scripts/write-sdk-types.ts: change the contract, not this file.

/** Kind of author */
export type Actor =
  | 'key'
  | 'member'
  | 'system';

/** A place where work is done */
export interface Address {
  /** Identifier of the address */
  id: string;
  /** The brand that owns it */
  brandId: string;
  /** Country code, or the name as sent */
  country: string;
  /** State or province */
  stateProvince: string | null;
  /** Empty when unknown */
  city: string;
  /** Empty when unknown */
  postalCode: string;
  /** Empty when unknown */
  street: string;
  /** Empty when unknown */
  streetNumber: string;
  /** Empty when there is none */
  streetNumberAddition: string;
  /** In degrees; of the postal code, the city or the country, whichever is the most precise known */
  latitude: number;
  /** In degrees; as precise as the latitude */
  longitude: number;
  /** How to find or enter the building */
  locationNotes: string | null;
}

/** Only the fields to change; null clears a field (JSON Merge Patch, RFC 7396) */
export interface AddressPatch {
  /** Country code or name; null for the brand’s own */
  country?: string | null | undefined;
  /** State or province */
  stateProvince?: string | null | undefined;
  /** Town or city */
  city?: string | null | undefined;
  /** Postal code */
  postalCode?: string | null | undefined;
  /** Street name */
  street?: string | null | undefined;
  /** House number */
  streetNumber?: string | null | undefined;
  /** Addition to the house number */
  streetNumberAddition?: string | null | undefined;
  /** How to find or enter the building */
  locationNotes?: string | null | undefined;
  /** In degrees; requires `longitude` */
  latitude?: number | undefined;
  /** In degrees; requires `latitude` */
  longitude?: number | undefined;
}

/** The outcome of a change, for a key that may not read the record */
export interface AddressReceipt {
  /** Identifier of the address */
  id: string;
}

/** Order of a list */
export type AddressSort =
  | 'createdAt'
  | '-createdAt';

/** The event `address.updated` */
export interface AddressUpdatedEvent extends HistoryEntry {
  type: 'address.updated';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Address | null;
}

/** Whether archived records are listed */
export type ArchivedFilter =
  | 'exclude'
  | 'include'
  | 'only';

/** How a body is written */
export type BodyEncoding =
  | 'utf8'
  | 'base64';

/** A link to a calendar of jobs, without its URL, which is not stored */
export interface CalendarLink {
  /** Identifier of the link */
  id: string;
  /** The label */
  name: string;
  /** The member whose calendar it is; null for the whole brand */
  memberId: string | null;
  /** When it was created */
  createdAt: string;
  /** The member who created it; null when it was created with an API key */
  createdBy: string | null;
}

/** The API key of the request */
export interface CurrentKey {
  /** Identifier of the key; not the key itself */
  id: string;
  /** The brand it belongs to; the test environment of a brand has an id of its own */
  brandId: string;
  /** Whether it is a test key, which sees and changes only the test environment of its brand */
  isTest: boolean;
  /** What the key is for */
  name: string;
  /** What the key may do; `full` stands for everything */
  scopes: Scope[];
  /** Whether the key sees names, e-mail addresses, phone numbers, addresses and free text; otherwise these are empty in every response and event */
  personalData: boolean;
  /** When the key was created */
  createdAt: string;
  /** When the key stops working; null for never */
  expiresAt: string | null;
}

/** A person or company that the work is for */
export interface Customer {
  /** Identifier of the customer */
  id: string;
  /** The brand that owns it */
  brandId: string;
  /** Full display name */
  name: string;
  /** Empty when unknown */
  firstName: string;
  /** Empty when unknown */
  lastName: string;
  /** Empty when unknown */
  email: string;
  /** Empty when unknown */
  phone: string;
  /** Another number, if any */
  secondaryPhone: string | null;
  /** Empty for a private person */
  companyName: string;
  /** Whether a company name was given */
  isCompany: boolean;
  status: CustomerStatus;
  /** Empty when the customer has no address */
  addressId: string;
  /** Notes about the customer */
  notes: string | null;
  /** The brand’s own labels */
  tags: string[] | null;
  /** When the record was created */
  createdAt: string;
  /** When the record was last changed */
  updatedAt: string;
  /** Member who created the record; null when it came through the API */
  createdBy: string | null;
  /** Member who last changed the record */
  updatedBy: string | null;
  /** When it was deleted */
  deletedAt: string | null;
  /** When it was archived */
  archivedAt: string | null;
}

/** The customer that was kept, and the merge */
export interface CustomerAfterMerge extends Customer {
  /** The id to undo the merge with */
  mergeId: string;
}

/** The event `customer.created` */
export interface CustomerCreatedEvent extends HistoryEntry {
  type: 'customer.created';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Customer | null;
}

/** The event `customer.erased` */
export interface CustomerErasedEvent extends HistoryEntry {
  type: 'customer.erased';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Customer | null;
}

/** Everything that is stored about one person */
export interface CustomerExport {
  /** When the export started */
  exportedAt: string;
  customer: Customer;
  /** Customers that were merged into this one */
  mergedCustomers: Customer[];
  /** The merges, and whether they were undone */
  merges: CustomerMerge[];
  /** Current and earlier addresses of the customers; those of the work are with the work items */
  addresses: Address[];
  /** Everything that happened to the customers, and to their addresses while they had them */
  history: HistoryEntry[];
  webhookDeliveries: ({
    /** Identifier of the delivery */
    id: string;
    /** The webhook it was sent to */
    webhookId: string;
    /** When it was first sent */
    createdAt: string;
    /** What was sent */
    payload: Record<string, unknown>;
    /** The start of the body of each response; empty for an event about an address */
    answers: string[];
  })[];
  /** All leads and jobs, including archived and deleted ones, oldest first */
  workItems: ExportedWorkItem[];
  /** Rows of pending imports with an e-mail address or phone number that the customer has or had */
  waitingImportRows: ({
    /** Identifier of the import */
    importId: string;
    /** Row number in the file, as in a spreadsheet */
    row: number;
    /** When the file was received */
    receivedAt: string;
    /** The X-Request-Id of the request that sent the file */
    requestId: string;
    /** The row as it was sent: JSON by column name */
    body: string;
  })[];
  /** Refused requests with an e-mail address or phone number that the customer has or had */
  requests: LoggedRequest[];
  /** What came in for their leads, or has an e-mail address or phone number that the customer has or had */
  intakes: Intake[];
}

/** How the customer of a lead was found */
export type CustomerMatch =
  | 'new'
  | 'email'
  | 'phone';

/** The merge of one customer into another */
export interface CustomerMerge {
  /** Identifier of the merge */
  id: string;
  /** The customer that was kept */
  customerId: string;
  /** The customer that was merged into it */
  mergedCustomerId: string;
  /** When they were merged */
  createdAt: string;
  /** Deadline for undoing it: 30 days after the merge */
  undoableUntil: string;
  /** When it was undone; null if it was not */
  undoneAt: string | null;
}

/** The outcome of a change, for a key that may not read the record */
export interface CustomerMergeReceipt {
  /** Identifier of the customer */
  id: string;
  /** When the record was last changed */
  updatedAt: string;
  /** The id to undo the merge with */
  mergeId: string;
}

/** The event `customer.merged` */
export interface CustomerMergedEvent extends HistoryEntry {
  type: 'customer.merged';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Customer | null;
}

/** Only the fields to change; null clears a field that may be empty (JSON Merge Patch, RFC 7396) */
export interface CustomerPatch {
  /** Full display name; cannot be cleared */
  name?: string | undefined;
  /** First name */
  firstName?: string | null | undefined;
  /** Last name */
  lastName?: string | null | undefined;
  /** Future leads with this address are matched to the customer */
  email?: string | null | undefined;
  /** Future leads with this number are matched to the customer. Must have at least one digit */
  phone?: string | null | undefined;
  /** Another number; not used for matching. Must have at least one digit */
  secondaryPhone?: string | null | undefined;
  /** Makes the customer a company, unless isCompany says otherwise */
  companyName?: string | null | undefined;
  /** Whether it is a company */
  isCompany?: boolean | undefined;
  /** An address of the brand; null for none */
  addressId?: string | null | undefined;
  /** Notes about the customer */
  notes?: string | null | undefined;
  /** Labels; replaces the whole list */
  tags?: string[] | null | undefined;
  /** A time archives the customer, null restores it */
  archivedAt?: string | null | undefined;
}

/** The outcome of a change, for a key that may not read the record */
export interface CustomerReceipt {
  /** Identifier of the customer */
  id: string;
  /** When the record was last changed */
  updatedAt: string;
}

/** Order of a list */
export type CustomerSort =
  | 'createdAt'
  | '-createdAt'
  | 'updatedAt'
  | '-updatedAt';

/** Archived customers are not matched with new leads */
export type CustomerStatus =
  | 'active'
  | 'archived';

/** The customer to merge */
export interface CustomerToMerge {
  /** The customer to merge into this one */
  customerId: string;
}

/** The event `customer.unmerged` */
export interface CustomerUnmergedEvent extends HistoryEntry {
  type: 'customer.unmerged';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Customer | null;
}

/** The event `customer.updated` */
export interface CustomerUpdatedEvent extends HistoryEntry {
  type: 'customer.updated';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Customer | null;
}

/** Why an attempt failed */
export type DeliveryError =
  | 'not_https'
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'redirected'
  | 'http_status';

/** State of a delivery */
export type DeliveryStatus =
  | 'pending'
  | 'delivered'
  | 'failed';

/** Confirms an erasure */
export type EraseConfirmation =
  | 'true';

/** State of an erasure */
export type ErasureStatus =
  | 'erasing';

/** An erasure that continues in the background */
export interface ErasureUnderWay {
  /** The customer that is being erased */
  customerId: string;
  /** The customer is erased; work items and refused requests are still being scanned */
  status: ErasureStatus;
}

/** The body of every error */
export interface ErrorBody {
  /** The HTTP status */
  statusCode: number;
  /** What is wrong; for a validation error, one entry per field, beginning with its name. After 20 entries, the last one counts the rest ("and 7 more") */
  message: string | string[];
  /** The text of the HTTP status */
  error: string;
}

/** The reason of an error. New values may be added: treat an unknown one by its status */
export type ErrorCode =
  | 'validation_failed'
  | 'invalid_json'
  | 'malformed_request'
  | 'not_acceptable'
  | 'request_timeout'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'headers_too_large'
  | 'key_missing'
  | 'key_unknown'
  | 'key_expired'
  | 'key_revoked'
  | 'scope_missing'
  | 'personal_data_not_allowed'
  | 'rate_limited'
  | 'too_many_connections'
  | 'not_found'
  | 'route_not_found'
  | 'customer_merged'
  | 'method_not_allowed'
  | 'version_conflict'
  | 'idempotency_in_progress'
  | 'idempotency_key_reused'
  | 'not_author'
  | 'move_not_allowed'
  | 'deleted_too_long_ago'
  | 'customer_archived'
  | 'customer_erased'
  | 'nothing_submitted'
  | 'photos_full'
  | 'customer_without_email'
  | 'customer_doubtful'
  | 'reply_address_missing'
  | 'merge_with_itself'
  | 'merge_archived'
  | 'merge_too_many_customers'
  | 'merge_too_many_work_items'
  | 'merged_already'
  | 'merge_not_latest'
  | 'merge_undone'
  | 'merge_too_old'
  | 'merged_customer_gone'
  | 'webhooks_full'
  | 'webhook_not_active'
  | 'ping_not_replayable'
  | 'ping_in_progress'
  | 'replay_in_progress'
  | 'calendar_links_full'
  | 'nothing_to_rescue'
  | 'rescued_already'
  | 'rescue_in_progress'
  | 'channels_full'
  | 'intake_is_lead'
  | 'intake_discarded'
  | 'intake_not_discarded'
  | 'intake_in_progress'
  | 'not_signed_in'
  | 'sign_in_failed'
  | 'not_a_member'
  | 'passkey_not_verified'
  | 'owner_only'
  | 'members_only'
  | 'no_brand'
  | 'role_changed'
  | 'password_wrong'
  | 'other_site'
  | 'link_gone'
  | 'other_brand'
  | 'link_changed'
  | 'members_full'
  | 'member_already'
  | 'invitations_full'
  | 'last_owner'
  | 'left_items_undecided'
  | 'password_changed'
  | 'signed_out'
  | 'passkey_known'
  | 'passkeys_full'
  | 'address_exists'
  | 'mail_not_set_up'
  | 'keys_full'
  | 'key_revoked_already'
  | 'key_replaced_already'
  | 'key_expired_already'
  | 'imports_running'
  | 'imported_already'
  | 'import_undone'
  | 'metrics_token_wrong'
  | 'metrics_token_unset'
  | 'internal_error'
  | 'bad_gateway'
  | 'unavailable'
  | 'search_too_slow'
  | 'web_app_not_built'
  | 'gateway_timeout';

/** Something that happened, and the record it happened to */
export type EventRecord =
  | LeadCreatedEvent
  | LeadUpdatedEvent
  | LeadStatusChangedEvent
  | LeadConvertedEvent
  | WorkItemCreatedEvent
  | WorkItemUpdatedEvent
  | WorkItemStatusChangedEvent
  | WorkItemAssignedEvent
  | WorkItemFollowUpDueEvent
  | WorkItemCustomerMailedEvent
  | WorkItemCustomerMailFailedEvent
  | CustomerCreatedEvent
  | CustomerUpdatedEvent
  | CustomerMergedEvent
  | CustomerUnmergedEvent
  | CustomerErasedEvent
  | AddressUpdatedEvent
  | PhotoAddedEvent
  | PhotoStoredEvent
  | PhotoFailedEvent
  | PhotoRemovedEvent
  | WebhookDisabledEvent
  | IntakeHeldEvent
  | IntakeRefusedEvent;

/** What happened */
export type EventType =
  | 'lead.created'
  | 'lead.updated'
  | 'lead.status_changed'
  | 'lead.converted'
  | 'work_item.created'
  | 'work_item.updated'
  | 'work_item.status_changed'
  | 'work_item.assigned'
  | 'work_item.follow_up_due'
  | 'work_item.customer_mailed'
  | 'work_item.customer_mail_failed'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.merged'
  | 'customer.unmerged'
  | 'customer.erased'
  | 'address.updated'
  | 'photo.added'
  | 'photo.stored'
  | 'photo.failed'
  | 'photo.removed'
  | 'webhook.disabled'
  | 'intake.held'
  | 'intake.refused';

/** A lead or a job with everything stored about it */
export interface ExportedWorkItem {
  /** Identifier of the work item */
  id: string;
  /** The brand that owns it */
  brandId: string;
  /** The customer it is for */
  customerId: string;
  /** Where the work is; null for a lead without an address */
  addressId: string | null;
  /** Short summary of the job */
  title: string;
  /** Empty when none was given */
  description: string;
  /** Says which phase the record is in */
  status: WorkItemStatus;
  priority: Priority;
  /** Kind of job, free text */
  category: string | null;
  /** The customer’s signature */
  customerSignature: string | null;
  /** When the work is planned to start */
  scheduledStart: string | null;
  /** When the work is planned to end */
  scheduledEnd: string | null;
  /** When the work started */
  actualStart: string | null;
  /** When the work ended */
  actualEnd: string | null;
  /** How the lead came in */
  source: Source;
  /** When the lead was received */
  receivedAt: string;
  /** A custom status of the brand */
  customStatusId: string | null;
  /** In cents */
  estimatedCost: number | null;
  /** In cents */
  finalCost: number | null;
  /** Budget range, free text */
  budgetQuote: string | null;
  /** Notes as sent, followed by remarks that the service added on creation */
  notes: string | null;
  /** Notes on completion */
  completionNotes: string | null;
  /** Hours worked, for the work report */
  hoursWorked: string | null;
  /** Materials used, for the work report */
  materials: string | null;
  /** Name of the person who signed */
  signedBy: string | null;
  /** The brand’s own labels */
  tags: string[] | null;
  /** The member who does it; null when nobody is named */
  assigneeId: string | null;
  /** When somebody has to come back to it, such as to call back */
  followUpAt: string | null;
  /** When the record was created */
  createdAt: string;
  /** When the record was last changed */
  updatedAt: string;
  /** Member who created the record; null when it came through the API */
  createdBy: string | null;
  /** Member who last changed the record */
  updatedBy: string | null;
  /** When it was deleted */
  deletedAt: string | null;
  /** When it was archived */
  archivedAt: string | null;
  /** A place where work is done */
  address: Address | null;
  /** Its earlier addresses, except those that belong to somebody else now */
  formerAddresses: Address[];
  /** In the order they were sent */
  photos: ({
    /** As it was sent; for a file, `upload:` and its name at the end */
    url: string;
    /** The state of the download */
    status: PhotoStatus;
    /** The stored picture */
    assetId: string | null;
    /** Media type of the stored picture or PDF */
    contentType: string | null;
    /** Size of the stored picture */
    sizeBytes: number | null;
    /** In pixels; null for a PDF */
    width: number | null;
    /** In pixels; null for a PDF */
    height: number | null;
    /** Why it failed; null if it did not */
    error: PhotoError | null;
    /** Path of the picture; null when none is stored */
    link: string | null;
  })[];
  /** Who added what to the notes, also what is no longer in them */
  noteEntries: Note[];
  /** The submission that created the lead */
  submission: {
    /** When it was received */
    receivedAt: string;
    /** The X-Request-Id of the request */
    requestId: string;
    /** The body exactly as it was sent */
    body: string;
    /** Language of the form, such as nl; null when unknown */
    language: string | null;
  } | null;
  idempotencyAnswers: ({
    /** The key that was sent */
    idempotencyKey: string;
    /** The operation */
    route: string;
    /** When it is deleted */
    expiresAt: string;
    /** The stored response, with the work item as it was then */
    body: string;
  })[];
  /** Everything that happened to it */
  history: HistoryEntry[];
  webhookDeliveries: ({
    /** Identifier of the delivery */
    id: string;
    /** The webhook it was sent to */
    webhookId: string;
    /** When it was first sent */
    createdAt: string;
    /** What was sent */
    payload: Record<string, unknown>;
    /** The start of the body of each response; empty for an event about an address */
    answers: string[];
  })[];
}

/** Why an intake is held */
export type HeldReason =
  | 'honeypot'
  | 'too_fast'
  | 'no_proof'
  | 'proof_invalid'
  | 'proof_reused'
  | 'too_many'
  | 'other_site'
  | 'secret_wrong'
  | 'several_leads'
  | 'bounce'
  | 'auto_reply'
  | 'mailing_list'
  | 'unreadable'
  | 'not_stored';

/** One change of a record */
export interface HistoryEntry {
  /** The number of the event; consecutive within a brand */
  id: string;
  type: EventType;
  /** The brand it happened in */
  brandId: string;
  /** The record it is about: a work item, a customer, an address, a webhook or an intake */
  subjectId: string;
  /** The changed fields, before and after; null for a new record or an erased customer, empty after an erasure */
  changes: Record<string, {
    before: unknown;
    after: unknown;
  }> | null;
  /** The reason, if one was given */
  reason: string | null;
  /** The author: an API key, a member of the brand, or the service itself */
  actor: Actor;
  /** Identifier of that key or member */
  actorId: string | null;
  /** The X-Request-Id of the request */
  requestId: string | null;
  /** When it happened */
  createdAt: string;
}

/** Something that came in, with its body */
export interface Intake extends ListedIntake {
  /** The Content-Type that was sent */
  contentType: string | null;
  /** What was read from the body: fields, or the parts of a mail; null if unreadable */
  sent: unknown;
  /** The body as it came; null for a form with pictures */
  body: string | null;
  /** How `body` is written: as it is, or in base64 when it is no UTF-8 text */
  bodyEncoding: BodyEncoding;
  /** What accepting it makes when it is held because it has several leads: the fields of each; else null */
  parts: (Record<string, unknown>)[] | null;
  /** Pictures that came with it */
  files: ({
    /** The name of the file */
    name: string;
    /** What the sender called its type */
    contentType: string;
    /** Its size */
    sizeBytes: number;
  })[];
}

/** The event `intake.held` */
export interface IntakeHeldEvent extends HistoryEntry {
  type: 'intake.held';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedIntake | null;
}

/** The event `intake.refused` */
export interface IntakeRefusedEvent extends HistoryEntry {
  type: 'intake.refused';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedIntake | null;
}

/** How an intake came in */
export type IntakeSource =
  | 'api'
  | 'form'
  | 'hook'
  | 'mail'
  | 'import';

/** What became of an intake */
export type IntakeState =
  | 'lead'
  | 'held'
  | 'refused'
  | 'discarded';

/** A new calendar link with its URL */
export interface IssuedCalendarLink extends CalendarLink {
  /** The URL to subscribe to. Anyone who has it sees the jobs; it is shown only once */
  url: string;
}

/** Status of a job */
export type JobStatus =
  | 'pending'
  | 'scheduled'
  | 'in_progress'
  | 'completed'
  | 'cancelled';

/** Several leads at once */
export interface LeadBatch {
  /** Each lead as in a single request; an invalid one is refused alone, in its own entry */
  leads: LeadSubmission[];
  /** Only report what would happen to each lead; nothing is stored. Default: false */
  dryRun?: boolean | undefined;
}

/** The outcome of one lead of a batch */
export interface LeadBatchEntry {
  /** Whether the lead is stored */
  created: boolean;
  /** How the customer was found; null when the lead was refused, and in a dry run with a key that may not read customers */
  matched: CustomerMatch | null;
  /** The customer; null when the lead was refused, or when a dry run found none */
  customerId: string | null;
  /** The lead, if it was stored */
  workItem: WorkItem | null;
  /** Why it was not stored: the error that a single request would get, with its code and details */
  error: LeadBatchError | null;
}

/** Why a lead of a batch was not stored */
export interface LeadBatchError {
  /** The HTTP status */
  statusCode: number;
  /** What is wrong; for a validation error, one entry per field, beginning with its name. After 20 entries, the last one counts the rest ("and 7 more") */
  message: string | string[];
  /** The text of the HTTP status */
  error: string;
  /** What the `Error-Code` header of a single request would say */
  code: ErrorCode;
  /** What the `Error-Details` header would say; null without one */
  details: string | null;
}

/** The outcome of a batch */
export interface LeadBatchResult {
  /** One entry per lead, in order */
  data: LeadBatchEntry[];
  /** Whether this was a dry run */
  dryRun: boolean;
}

/** The event `lead.converted` */
export interface LeadConvertedEvent extends HistoryEntry {
  type: 'lead.converted';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** Fields of a lead; null removes a field */
export type LeadCorrections = Record<string, unknown>;

/** The event `lead.created` */
export interface LeadCreatedEvent extends HistoryEntry {
  type: 'lead.created';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** Status of a lead */
export type LeadStatus =
  | 'request'
  | 'contacted'
  | 'quote_sent'
  | 'inspection'
  | 'lost';

/** The event `lead.status_changed` */
export interface LeadStatusChangedEvent extends HistoryEntry {
  type: 'lead.status_changed';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** A new lead. Text is trimmed. An optional field that is null or blank counts as omitted. Unknown fields are accepted, and stored with the lead as they were sent. */
export interface LeadSubmission {
  /** Full display name */
  customerName: string;
  /** Short summary of the job */
  title: string;
  /** Street name */
  street?: string | null | undefined;
  /** House number */
  streetNumber?: string | null | undefined;
  /** Addition to the house number */
  streetNumberAddition?: string | null | undefined;
  /** Postal code */
  postalCode?: string | null | undefined;
  /** Town or city */
  city?: string | null | undefined;
  /** Country code or name; defaults to the brand’s country */
  country?: string | null | undefined;
  /** First name */
  firstName?: string | null | undefined;
  /** Last name */
  lastName?: string | null | undefined;
  /** Matches an existing customer, ignoring case */
  email?: string | null | undefined;
  /** Must have at least one digit. Matches an existing customer by the last nine digits, without an extension */
  phone?: string | null | undefined;
  /** Makes the customer a company */
  companyName?: string | null | undefined;
  /** Full description */
  description?: string | null | undefined;
  /** Kind of job */
  category?: string | null | undefined;
  /** How urgent it is. Default: `medium` */
  priority?: Priority | '' | null | undefined;
  /** Budget range */
  budgetQuote?: string | null | undefined;
  /** Notes for the business */
  notes?: string | null | undefined;
  /** Public https URLs of pictures, which are downloaded and stored with the lead. Each has an entry in `photos`; a URL of more than 8192 characters fails with `invalid_url` */
  photoUrls?: string[] | '' | null | undefined;
  /** How the lead came in. Default: `web` */
  source?: Source | '' | null | undefined;
  /** The brand’s own labels */
  tags?: (string | null)[] | '' | null | undefined;
  /** The member of the brand who does it */
  assigneeId?: string | null | undefined;
  /** When to come back to it, such as to call back; with a time zone */
  followUpAt?: string | null | undefined;
}

/** The event `lead.updated` */
export interface LeadUpdatedEvent extends HistoryEntry {
  type: 'lead.updated';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** Something that came in */
export interface ListedIntake {
  /** Identifier of the intake */
  id: string;
  /** The channel; null for the API and imports */
  channelId: string | null;
  /** How it came in */
  source: IntakeSource;
  /** It became a lead, is held until a person decides, was refused, or was discarded */
  state: IntakeState;
  /** Why it is held */
  reason: HeldReason | null;
  /** When it came in */
  receivedAt: string;
  /** Why it was refused, in the words of the API */
  message: string | string[] | null;
  /** The code of the refusal */
  errorCode: ErrorCode | null;
  /** The fields and the rules that they break, as in Error-Details */
  errorDetails: string | null;
  /** The lead that it became */
  workItemId: string | null;
  /** The fields of a lead that were found in it, before they are checked */
  lead: Record<string, unknown> | null;
  /** The number of pictures that came with it */
  fileCount: number;
}

/** A request of the last 30 days */
export interface ListedRequest {
  /** The X-Request-Id of the response; a refused lead of a batch has its own id */
  id: string;
  /** When the request was received */
  receivedAt: string;
  /** The API key; null for a member of the brand */
  keyId: string | null;
  /** The member; null for an API key */
  memberId: string | null;
  /** The HTTP method */
  method: string;
  /** The path of the operation in this reference; null for an unknown path */
  route: string | null;
  /** The requested path without the query; for a refused lead of a batch, followed by its index */
  path: string;
  /** The HTTP status of the response */
  status: number;
  /** Duration in milliseconds */
  durationMs: number;
  /** The error message; null on success */
  message: string | string[] | null;
  /** The Error-Code header; null on success */
  errorCode: ErrorCode | null;
  /** The Error-Details header; null without one */
  errorDetails: string | null;
  /** Whether the body is stored, as it is for a refused lead */
  hasBody: boolean;
  /** The work item that was created from it later */
  rescuedAs: string | null;
}

/** A lead or a job with its customer and address */
export interface ListedWorkItem extends WorkItem {
  customer: Customer;
  /** A place where work is done */
  address: Address | null;
}

/** A request of the last 30 days, with its body */
export interface LoggedRequest extends ListedRequest {
  /** The body as it was sent; null if it is not stored */
  body: string | null;
}

/** A person who works for the brand */
export interface Member {
  /** Identifier of the member, as in `assigneeId` and `createdBy` */
  id: string;
  /** Empty when the member gave none */
  name: string;
}

/** The time, as Standard Webhooks has it */
export interface MessageTime {
  /** When it happened */
  timestamp: string;
}

/** An address with at least a street, a postal code or a city */
export interface NewAddress {
  /** Street name */
  street?: string | null | undefined;
  /** House number */
  streetNumber?: string | null | undefined;
  /** Addition to the house number */
  streetNumberAddition?: string | null | undefined;
  /** Postal code */
  postalCode?: string | null | undefined;
  /** Town or city */
  city?: string | null | undefined;
  /** Country code or name; defaults to the brand’s country */
  country?: string | null | undefined;
}

/** A calendar link to create */
export interface NewCalendarLink {
  /** A label, such as whose phone it is for */
  name: string;
}

/** A customer, matched with existing customers as for a lead */
export interface NewCustomer {
  /** Full display name */
  name: string;
  /** First name */
  firstName?: string | null | undefined;
  /** Last name */
  lastName?: string | null | undefined;
  /** Matches an existing customer, ignoring case */
  email?: string | null | undefined;
  /** Must have at least one digit. Matches an existing customer by the last nine digits, without an extension */
  phone?: string | null | undefined;
  /** Makes the customer a company */
  companyName?: string | null | undefined;
}

/** Status that a job can be created with */
export type NewJobStatus =
  | 'pending'
  | 'scheduled';

/** A note, which is appended to `notes` */
export interface NewNote {
  /** The note itself */
  text: string;
}

/** Photos to add to a lead or job, by their URLs */
export interface NewPhotos {
  /** Public https URLs of pictures, which are downloaded and stored */
  photoUrls: string[];
}

/** A replay of past events */
export interface NewReplay {
  /** Events from this time on are sent again, if the webhook subscribes to their type; with a time zone */
  since: string;
}

/** A webhook to create */
export interface NewWebhook {
  /** Where events are sent: an https URL without user name or password */
  url: string;
  /** What it is for */
  description?: string | null | undefined;
  /** Which events are sent; null for all, including future types */
  eventTypes?: EventType[] | null | undefined;
  /** Whether events are sent; while paused, they are queued. A new webhook is active by default */
  state?: SettableWebhookState | undefined;
  /** Whether events contain names, e-mail addresses, phone numbers, addresses and free text; otherwise these are empty. It cannot be changed later. Default: true, unless the key has none. A key without personal data creates and sees only webhooks without. */
  personalData?: boolean | undefined;
}

/** A job, for an existing customer (`customerId`) or one described in `customer` */
export interface NewWorkItem {
  /** Short summary of the job */
  title: string;
  /** A customer of the brand */
  customerId?: string | null | undefined;
  /** A customer, matched with existing customers as for a lead */
  customer?: NewCustomer | '' | null | undefined;
  /** An address of the brand; null for none. By default, and without `address`, the customer’s own. */
  addressId?: string | null | undefined;
  /** An address with at least a street, a postal code or a city */
  address?: NewAddress | '' | null | undefined;
  /** Default: `scheduled` when scheduledStart is given, else `pending` */
  status?: NewJobStatus | '' | null | undefined;
  /** How it came in. Default: `manual` */
  source?: Source | '' | null | undefined;
  /** Full description */
  description?: string | null | undefined;
  /** How urgent it is */
  priority?: Priority | '' | null | undefined;
  /** Kind of job */
  category?: string | null | undefined;
  /** Labels; replaces the whole list */
  tags?: string[] | '' | null | undefined;
  /** Notes for the business */
  notes?: string | null | undefined;
  /** When the work is planned to begin; with a time zone */
  scheduledStart?: string | null | undefined;
  /** When it is planned to end; not before the start */
  scheduledEnd?: string | null | undefined;
  /** In cents */
  estimatedCost?: number | '' | null | undefined;
  /** Budget range */
  budgetQuote?: string | null | undefined;
  /** A member of the brand; null for nobody */
  assigneeId?: string | null | undefined;
  /** When to come back to it, such as to call back; with a time zone */
  followUpAt?: string | null | undefined;
}

/** A part of the notes; an entry has an author and a time */
export interface Note {
  /** Identifier of the entry; null for a part written through `notes` */
  id: string | null;
  /** The part of `notes` itself */
  text: string;
  /** Kind of author */
  actor: Actor | null;
  /** Identifier of that key or member */
  actorId: string | null;
  /** Name of that key or member; null when unknown */
  authorName: string | null;
  /** When it was added */
  createdAt: string | null;
  /** When its author last changed it */
  editedAt: string | null;
}

/** The new text */
export interface NotePatch {
  /** The note itself */
  text: string;
}

/** The outcome of one photo, sent by its URL or as a file */
export interface Photo {
  /** As it was sent; for a file, `upload:` and its name at the end */
  url: string;
  /** The state of the download */
  status: PhotoStatus;
  /** The stored picture */
  assetId: string | null;
  /** Media type of the stored picture or PDF */
  contentType: string | null;
  /** Size of the stored picture */
  sizeBytes: number | null;
  /** In pixels; null for a PDF */
  width: number | null;
  /** In pixels; null for a PDF */
  height: number | null;
  /** Why it failed; null if it did not */
  error: PhotoError | null;
}

/** The event `photo.added` */
export interface PhotoAddedEvent extends HistoryEntry {
  type: 'photo.added';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** Why a photo failed */
export type PhotoError =
  | 'not_https'
  | 'invalid_url'
  | 'blocked_address'
  | 'dns_failed'
  | 'connect_failed'
  | 'tls_failed'
  | 'timeout'
  | 'http_status'
  | 'too_many_redirects'
  | 'too_large'
  | 'not_an_image'
  | 'image_too_big'
  | 'storage_failed';

/** The event `photo.failed` */
export interface PhotoFailedEvent extends HistoryEntry {
  type: 'photo.failed';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** The event `photo.removed` */
export interface PhotoRemovedEvent extends HistoryEntry {
  type: 'photo.removed';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** State of a download */
export type PhotoStatus =
  | 'stored'
  | 'failed'
  | 'pending';

/** The event `photo.stored` */
export interface PhotoStoredEvent extends HistoryEntry {
  type: 'photo.stored';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** Another size of a picture */
export type PictureSize =
  | 'thumbnail';

/** A test message, in the form of an event */
export interface PingMessage {
  /** Identifier of the delivery */
  id: string;
  type: 'ping';
  /** The brand it happened in */
  brandId: string;
  /** The record it is about: a work item, a customer, an address, a webhook or an intake */
  subjectId: string;
  /** The changed fields, before and after; null for a new record or an erased customer, empty after an erasure */
  changes: Record<string, {
    before: unknown;
    after: unknown;
  }> | null;
  /** The reason, if one was given */
  reason: string | null;
  /** The author: an API key, a member of the brand, or the service itself */
  actor: Actor;
  /** Identifier of that key or member */
  actorId: string | null;
  /** The X-Request-Id of the request */
  requestId: string | null;
  /** When it happened */
  createdAt: string;
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Webhook | null;
  /** When it happened */
  timestamp: string;
}

/** How urgent it is */
export type Priority =
  | 'low'
  | 'medium'
  | 'high'
  | 'urgent';

/** An HTTP method */
export type RequestMethod =
  | 'GET'
  | 'HEAD'
  | 'POST'
  | 'PATCH'
  | 'PUT'
  | 'DELETE'
  | 'OPTIONS';

/** A permission of a key */
export type Scope =
  | 'leads:read'
  | 'leads:write'
  | 'work-items:read'
  | 'work-items:write'
  | 'customers:read'
  | 'customers:write'
  | 'addresses:read'
  | 'webhooks:manage'
  | 'full';

/** State that a caller can set */
export type SettableWebhookState =
  | 'active'
  | 'paused';

/** How a lead came in */
export type Source =
  | 'web'
  | 'phone'
  | 'chat'
  | 'referral'
  | 'other'
  | 'whatsapp'
  | 'email'
  | 'manual';

/** What was sent in for a lead */
export interface Submission {
  /** The lead or job it became */
  workItemId: string;
  /** When it was received */
  receivedAt: string;
  /** The X-Request-Id of the request that brought it */
  requestId: string;
  /** The lead as it was sent, with the fields that the service does not know */
  body: Record<string, unknown>;
}

/** An endpoint that receives a brand’s events */
export interface Webhook {
  /** Identifier of the webhook */
  id: string;
  /** Owning brand */
  brandId: string;
  /** Where events are sent: an https URL without user name or password */
  url: string;
  /** What it is for */
  description: string | null;
  /** Which events are sent; null for all, including future types */
  eventTypes: EventType[] | null;
  /** Whether events contain names, e-mail addresses, phone numbers, addresses and free text; otherwise these are empty. It cannot be changed later. Default: true, unless the key has none. A key without personal data creates and sees only webhooks without. */
  personalData: boolean;
  /** Whether events are sent. The service disables a webhook that is gone or keeps failing; set it to active to continue where it stopped. */
  state: WebhookState;
  /** Why the service disabled it: gone (it responded 410), or failing for 5 days */
  disabledReason: WebhookDisabledReason | null;
  /** The first failure since the last success; null when there was none */
  failingSince: string | null;
  createdAt: string;
  updatedAt: string;
  /** Brand member who created it */
  createdBy: string | null;
  /** Brand member who changed it last */
  updatedBy: string | null;
}

/** The delivery of one event to one webhook */
export interface WebhookDelivery {
  /** Identifier of the delivery */
  id: string;
  /** The webhook it belongs to */
  webhookId: string;
  /** Number of the event; null for a ping */
  eventId: string | null;
  /** Type of the event */
  eventType: WebhookMessageType;
  /** The record that the event is about */
  subjectId: string | null;
  /** Whether it was delivered, is pending, or has failed for good */
  status: DeliveryStatus;
  /** The number of attempts so far */
  attemptCount: number;
  /** The time of the next attempt; null when there is none, or when the webhook is not active */
  nextAttemptAt: string | null;
  /** When it was first sent */
  createdAt: string;
  /** When it was delivered or failed for good */
  endedAt: string | null;
  /** The request body, the same for every attempt; whitespace may differ */
  payload: Record<string, unknown>;
  /** Oldest first */
  attempts: ({
    /** The number of the attempt */
    number: number;
    /** When it was sent */
    attemptedAt: string;
    /** Time until the response or the timeout */
    durationMs: number;
    /** HTTP status of the response */
    responseStatus: number | null;
    /** Why it failed; null on success */
    error: DeliveryError | null;
    /** Where it was sent */
    url: string;
    /** The request headers, including the signature */
    requestHeaders: Record<string, string>;
    /** The first 2048 bytes of the response body */
    responseStart: string | null;
  })[];
}

export interface ListedWebhookDelivery {
  /** Identifier of the delivery */
  id: string;
  /** The webhook it belongs to */
  webhookId: string;
  /** Number of the event; null for a ping */
  eventId: string | null;
  /** Type of the event */
  eventType: WebhookMessageType;
  /** The record that the event is about */
  subjectId: string | null;
  /** Whether it was delivered, is pending, or has failed for good */
  status: DeliveryStatus;
  /** The number of attempts so far */
  attemptCount: number;
  /** The time of the next attempt; null when there is none, or when the webhook is not active */
  nextAttemptAt: string | null;
  /** When it was first sent */
  createdAt: string;
  /** When it was delivered or failed for good */
  endedAt: string | null;
  lastAttempt: {
    /** The number of the attempt */
    number: number;
    /** When it was sent */
    attemptedAt: string;
    /** Time until the response or the timeout */
    durationMs: number;
    /** HTTP status of the response */
    responseStatus: number | null;
    /** Why it failed; null on success */
    error: DeliveryError | null;
  } | null;
}

/** The event `webhook.disabled` */
export interface WebhookDisabledEvent extends HistoryEntry {
  type: 'webhook.disabled';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: Webhook | null;
}

/** Why a webhook was disabled */
export type WebhookDisabledReason =
  | 'gone'
  | 'failing';

/** What a webhook is sent: an event, or a ping */
export type WebhookMessageType =
  | 'lead.created'
  | 'lead.updated'
  | 'lead.status_changed'
  | 'lead.converted'
  | 'work_item.created'
  | 'work_item.updated'
  | 'work_item.status_changed'
  | 'work_item.assigned'
  | 'work_item.follow_up_due'
  | 'work_item.customer_mailed'
  | 'work_item.customer_mail_failed'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.merged'
  | 'customer.unmerged'
  | 'customer.erased'
  | 'address.updated'
  | 'photo.added'
  | 'photo.stored'
  | 'photo.failed'
  | 'photo.removed'
  | 'webhook.disabled'
  | 'intake.held'
  | 'intake.refused'
  | 'ping';

/** Only the fields to change; null clears a field that may be empty (JSON Merge Patch, RFC 7396) */
export interface WebhookPatch {
  /** Where events are sent: an https URL without user name or password */
  url?: string | undefined;
  /** What it is for */
  description?: string | null | undefined;
  /** Which events are sent; null for all, including future types */
  eventTypes?: EventType[] | null | undefined;
  /** Whether events are sent; while paused, they are queued. A new webhook is active by default */
  state?: SettableWebhookState | undefined;
}

/** A replay that has started */
export interface WebhookReplay {
  /** The webhook */
  webhookId: string;
  /** The requested time */
  since: string;
  /** The last event that is sent again; null when there is none. Later events are delivered as usual. */
  upToEventId: string | null;
}

/** Whether events are sent */
export type WebhookState =
  | 'active'
  | 'paused'
  | 'disabled';

/** A webhook with its new secret */
export interface WebhookWithSecret extends Webhook {
  /** Signs the deliveries (Standard Webhooks). It is shown only in this response; create a new one if it is lost. The previous secret also signs for 24 hours. */
  secret: string;
}

/** A lead or a job; the status says which */
export interface WorkItem {
  /** Identifier of the work item */
  id: string;
  /** The brand that owns it */
  brandId: string;
  /** The customer it is for */
  customerId: string;
  /** Where the work is; null for a lead without an address */
  addressId: string | null;
  /** Short summary of the job */
  title: string;
  /** Empty when none was given */
  description: string;
  /** Says which phase the record is in */
  status: WorkItemStatus;
  priority: Priority;
  /** Kind of job, free text */
  category: string | null;
  /** The customer’s signature */
  customerSignature: string | null;
  /** When the work is planned to start */
  scheduledStart: string | null;
  /** When the work is planned to end */
  scheduledEnd: string | null;
  /** When the work started */
  actualStart: string | null;
  /** When the work ended */
  actualEnd: string | null;
  /** How the lead came in */
  source: Source;
  /** When the lead was received */
  receivedAt: string;
  /** A custom status of the brand */
  customStatusId: string | null;
  /** In cents */
  estimatedCost: number | null;
  /** In cents */
  finalCost: number | null;
  /** Budget range, free text */
  budgetQuote: string | null;
  /** Notes as sent, followed by remarks that the service added on creation */
  notes: string | null;
  /** Notes on completion */
  completionNotes: string | null;
  /** Hours worked, for the work report */
  hoursWorked: string | null;
  /** Materials used, for the work report */
  materials: string | null;
  /** Name of the person who signed */
  signedBy: string | null;
  /** The brand’s own labels */
  tags: string[] | null;
  /** The member who does it; null when nobody is named */
  assigneeId: string | null;
  /** When somebody has to come back to it, such as to call back */
  followUpAt: string | null;
  /** When the record was created */
  createdAt: string;
  /** When the record was last changed */
  updatedAt: string;
  /** Member who created the record; null when it came through the API */
  createdBy: string | null;
  /** Member who last changed the record */
  updatedBy: string | null;
  /** When it was deleted */
  deletedAt: string | null;
  /** When it was archived */
  archivedAt: string | null;
  /** Present only when photos were sent, with the lead or later; in that order */
  photos?: Photo[] | undefined;
}

/** The event `work_item.assigned` */
export interface WorkItemAssignedEvent extends HistoryEntry {
  type: 'work_item.assigned';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** The event `work_item.created` */
export interface WorkItemCreatedEvent extends HistoryEntry {
  type: 'work_item.created';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** The event `work_item.customer_mail_failed` */
export interface WorkItemCustomerMailFailedEvent extends HistoryEntry {
  type: 'work_item.customer_mail_failed';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** The event `work_item.customer_mailed` */
export interface WorkItemCustomerMailedEvent extends HistoryEntry {
  type: 'work_item.customer_mailed';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** The event `work_item.follow_up_due` */
export interface WorkItemFollowUpDueEvent extends HistoryEntry {
  type: 'work_item.follow_up_due';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** Only the fields to change; null clears a field that may be empty (JSON Merge Patch, RFC 7396) */
export interface WorkItemPatch {
  /** Short summary of the job */
  title?: string | undefined;
  /** Full description */
  description?: string | undefined;
  priority?: Priority | undefined;
  /** Kind of job */
  category?: string | null | undefined;
  /** Labels; replaces the whole list */
  tags?: string[] | null | undefined;
  /** Notes for the business, replacing all of them */
  notes?: string | null | undefined;
  /** When the work is planned to begin; with a time zone */
  scheduledStart?: string | null | undefined;
  /** When it is planned to end; not before the start */
  scheduledEnd?: string | null | undefined;
  /** In cents */
  estimatedCost?: number | null | undefined;
  /** Budget range */
  budgetQuote?: string | null | undefined;
  /** A member of the brand; null for nobody */
  assigneeId?: string | null | undefined;
  /** When to come back to it, such as to call back; with a time zone */
  followUpAt?: string | null | undefined;
  /** The new status; the allowed moves depend on the current one */
  status?: WorkItemStatus | undefined;
  /** Why it was lost or cancelled; kept in the history */
  reason?: string | undefined;
  /** What was done */
  completionNotes?: string | null | undefined;
  /** Hours worked, as text */
  hoursWorked?: string | null | undefined;
  /** Materials used, as text */
  materials?: string | null | undefined;
  /** Name of the person who signed */
  signedBy?: string | null | undefined;
  /** In cents */
  finalCost?: number | null | undefined;
  /** An image as a data URL, or a name */
  customerSignature?: string | null | undefined;
  /** How it came in */
  source?: Source | undefined;
  /** Another customer of the brand; null for a new customer, made from what was submitted */
  customerId?: string | null | undefined;
  /** An address of the brand */
  addressId?: string | null | undefined;
  /** A time archives it, null restores it */
  archivedAt?: string | null | undefined;
}

/** The outcome of a change, for a key that may not read the record */
export interface WorkItemReceipt {
  /** Identifier of the work item */
  id: string;
  /** Says which phase the record is in */
  status: WorkItemStatus;
  /** When the record was last changed */
  updatedAt: string;
}

/** Order of a list */
export type WorkItemSort =
  | 'createdAt'
  | '-createdAt'
  | 'updatedAt'
  | '-updatedAt'
  | 'receivedAt'
  | '-receivedAt'
  | 'scheduledStart'
  | '-scheduledStart'
  | 'priority'
  | '-priority'
  | 'urgency'
  | '-urgency';

/** Status of a lead or job */
export type WorkItemStatus =
  | 'request'
  | 'contacted'
  | 'quote_sent'
  | 'inspection'
  | 'lost'
  | 'pending'
  | 'scheduled'
  | 'in_progress'
  | 'completed'
  | 'cancelled';

/** The event `work_item.status_changed` */
export interface WorkItemStatusChangedEvent extends HistoryEntry {
  type: 'work_item.status_changed';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** The event `work_item.updated` */
export interface WorkItemUpdatedEvent extends HistoryEntry {
  type: 'work_item.updated';
  /** The whole record at the time the event is read or first sent; null when it is gone or the key may not read it */
  data: ListedWorkItem | null;
}

/** List leads */
export interface ListLeadsQuery {
  /** Only these statuses. Repeat the parameter or separate values with commas. */
  status?: LeadStatus | readonly LeadStatus[] | undefined;
  /** Only these priorities. Repeat the parameter or separate values with commas. */
  priority?: Priority | readonly Priority[] | undefined;
  /** Only these sources. Repeat the parameter or separate values with commas. */
  source?: Source | readonly Source[] | undefined;
  /** Only records with one of these tags. Repeat the parameter or separate values with commas. */
  tag?: string | readonly string[] | undefined;
  /** Only these categories. Repeat the parameter or separate values with commas. */
  category?: string | readonly string[] | undefined;
  /** Only for this customer */
  customerId?: string | undefined;
  /** Only at this address */
  addressId?: string | undefined;
  /** Only what this member does; `none` for what nobody does, `me` for a signed-in member */
  assigneeId?: string | undefined;
  /** Only records to come back to before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  followUpBefore?: string | Date | undefined;
  /** Only records created at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  createdSince?: string | Date | undefined;
  /** Only records created before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  updatedSince?: string | Date | undefined;
  /** Only records last changed before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  updatedBefore?: string | Date | undefined;
  /** Only records planned to start at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  scheduledFrom?: string | Date | undefined;
  /** Only records planned to start before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  scheduledTo?: string | Date | undefined;
  /** Words that must all occur in title, description, the customer’s name, company name, e-mail address and phone numbers, those that were sent with it, or street, house number, city and postal code; the beginning of a word is enough, and so is the end of a number; one or two digits match whole numbers only. Must have a letter or digit. Only the eight longest words count */
  q?: string | undefined;
  /** Whether archived records are listed */
  archived?: ArchivedFilter | undefined;
  /** Field to sort by; a leading minus sorts descending */
  sort?: WorkItemSort | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}

/** List jobs */
export interface ListWorkItemsQuery {
  /** Only these statuses. Repeat the parameter or separate values with commas. */
  status?: JobStatus | readonly JobStatus[] | undefined;
  /** Only these priorities. Repeat the parameter or separate values with commas. */
  priority?: Priority | readonly Priority[] | undefined;
  /** Only these sources. Repeat the parameter or separate values with commas. */
  source?: Source | readonly Source[] | undefined;
  /** Only records with one of these tags. Repeat the parameter or separate values with commas. */
  tag?: string | readonly string[] | undefined;
  /** Only these categories. Repeat the parameter or separate values with commas. */
  category?: string | readonly string[] | undefined;
  /** Only for this customer */
  customerId?: string | undefined;
  /** Only at this address */
  addressId?: string | undefined;
  /** Only what this member does; `none` for what nobody does, `me` for a signed-in member */
  assigneeId?: string | undefined;
  /** Only records to come back to before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  followUpBefore?: string | Date | undefined;
  /** Only records created at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  createdSince?: string | Date | undefined;
  /** Only records created before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  updatedSince?: string | Date | undefined;
  /** Only records last changed before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  updatedBefore?: string | Date | undefined;
  /** Only records planned to start at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  scheduledFrom?: string | Date | undefined;
  /** Only records planned to start before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  scheduledTo?: string | Date | undefined;
  /** Words that must all occur in title, description, the customer’s name, company name, e-mail address and phone numbers, those that were sent with it, or street, house number, city and postal code; the beginning of a word is enough, and so is the end of a number; one or two digits match whole numbers only. Must have a letter or digit. Only the eight longest words count */
  q?: string | undefined;
  /** Whether archived records are listed */
  archived?: ArchivedFilter | undefined;
  /** Field to sort by; a leading minus sorts descending */
  sort?: WorkItemSort | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}

/** List events */
export interface ListEventsQuery {
  /** Only events after the one with this id; omit it to start with the first event. With `latest` the page is empty, and its Link header leads to future events. */
  after?: string | undefined;
  /** Only these types. Repeat the parameter or separate values with commas. */
  type?: EventType | readonly EventType[] | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
}

/** Read the history of a lead or job */
export interface ListWorkItemHistoryQuery {
  /** Only events after the one with this id; omit it to start with the first event */
  after?: string | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
}

/** Read a picture */
export interface GetAssetQuery {
  /** The small picture, at most 480 pixels wide and high; omit it for the large one */
  size?: PictureSize | undefined;
}

/** List customers */
export interface ListCustomersQuery {
  /** Words that must all occur in the names, the company name, the e-mail address or a phone number; the beginning of a word is enough, and so is the end of a number; one or two digits match whole numbers only. Must have a letter or digit. Only the eight longest words count */
  q?: string | undefined;
  /** Only with this e-mail address, ignoring case */
  email?: string | undefined;
  /** Only with this phone number, compared by its last nine digits, without an extension. Must have at least one digit */
  phone?: string | undefined;
  /** Only records with one of these tags. Repeat the parameter or separate values with commas. */
  tag?: string | readonly string[] | undefined;
  /** Only records created at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  createdSince?: string | Date | undefined;
  /** Only records created before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  createdBefore?: string | Date | undefined;
  /** Only records last changed at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  updatedSince?: string | Date | undefined;
  /** Only records last changed before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  updatedBefore?: string | Date | undefined;
  /** Whether archived customers are listed */
  archived?: ArchivedFilter | undefined;
  /** Field to sort by; a leading minus sorts descending */
  sort?: CustomerSort | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}

/** List the merges of a customer */
export interface ListCustomerMergesQuery {
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}

/** List addresses */
export interface ListAddressesQuery {
  /** Only these cities, ignoring case. Repeat the parameter or separate values with commas. */
  city?: string | readonly string[] | undefined;
  /** Only these postal codes, ignoring spaces and case. Repeat the parameter or separate values with commas. */
  postalCode?: string | readonly string[] | undefined;
  /** Words that must all occur in street, house number, postal code or city; the beginning of a word is enough. Must have a letter or digit. Only the eight longest words count */
  q?: string | undefined;
  /** Field to sort by; a leading minus sorts descending */
  sort?: AddressSort | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}

/** List requests */
export interface ListRequestsQuery {
  /** Only the request with this X-Request-Id */
  requestId?: string | undefined;
  /** Only requests with this API key, by its id */
  keyId?: string | undefined;
  /** Only these operations, by their path in this reference, such as /v1/api/work-items/{id}. Repeat the parameter or separate values with commas. */
  route?: string | readonly string[] | undefined;
  /** Only these methods. Repeat the parameter or separate values with commas. */
  method?: RequestMethod | readonly RequestMethod[] | undefined;
  /** Only responses with these statuses, such as 404, or 4xx for 400 to 499. Repeat the parameter or separate values with commas. */
  status?: string | readonly string[] | undefined;
  /** Only records received at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  since?: string | Date | undefined;
  /** Only records received before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  before?: string | Date | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}

/** List intakes */
export interface ListIntakesQuery {
  /** Only these states. Repeat the parameter or separate values with commas. */
  state?: IntakeState | readonly IntakeState[] | undefined;
  /** Only these sources. Repeat the parameter or separate values with commas. */
  source?: IntakeSource | readonly IntakeSource[] | undefined;
  /** Only from this channel, by its id */
  channelId?: string | undefined;
  /** Only records that came in at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  since?: string | Date | undefined;
  /** Only records that came in before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  before?: string | Date | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}

/** List the deliveries of a webhook */
export interface ListWebhookDeliveriesQuery {
  /** Only deliveries with this status */
  status?: DeliveryStatus | undefined;
  /** Only deliveries of this type of event */
  eventType?: WebhookMessageType | undefined;
  /** Page size; values above 200 are lowered to 200 */
  limit?: number | undefined;
  /** Where the page begins. Take it from the Link header of the previous page: a cursor is only valid for the same list, filters and order. */
  cursor?: string | undefined;
}
