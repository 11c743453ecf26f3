// Made from openapi.json by scripts/write-sdk-types.ts: change the contract, not this file.

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

export type Priority =
  | 'low'
  | 'medium'
  | 'high'
  | 'urgent';

export type Source =
  | 'web'
  | 'phone'
  | 'chat'
  | 'referral'
  | 'other'
  | 'whatsapp'
  | 'email'
  | 'manual';

export type EventType =
  | 'lead.created'
  | 'lead.updated'
  | 'lead.status_changed'
  | 'lead.converted'
  | 'work_item.created'
  | 'work_item.updated'
  | 'work_item.status_changed'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.merged'
  | 'customer.unmerged'
  | 'customer.erased'
  | 'address.updated'
  | 'photo.stored'
  | 'photo.failed'
  | 'webhook.disabled';

export type WebhookMessageType =
  | 'lead.created'
  | 'lead.updated'
  | 'lead.status_changed'
  | 'lead.converted'
  | 'work_item.created'
  | 'work_item.updated'
  | 'work_item.status_changed'
  | 'customer.created'
  | 'customer.updated'
  | 'customer.merged'
  | 'customer.unmerged'
  | 'customer.erased'
  | 'address.updated'
  | 'photo.stored'
  | 'photo.failed'
  | 'webhook.disabled'
  | 'ping';

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
  /** In degrees; of the postal code, the city or the country, the finest one known */
  latitude: number;
  /** In degrees; as fine as the latitude */
  longitude: number;
  /** How to find or enter the place */
  locationNotes: string | null;
}

/** Only the fields to be changed; null empties a field (JSON Merge Patch, RFC 7396) */
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
  /** How to find or enter the place */
  locationNotes?: string | null | undefined;
  /** In degrees; goes with a longitude */
  latitude?: number | undefined;
  /** In degrees; goes with a latitude */
  longitude?: number | undefined;
}

/** An address at which a phone reads the jobs; the address itself is not kept */
export interface CalendarLink {
  /** Identifier of the link */
  id: string;
  /** Whose phone it is for */
  name: string;
  /** The member whose calendar it is; null for that of the whole brand */
  memberId: string | null;
  /** When it was made */
  createdAt: string;
  /** The member who made it; null when it was made through the API */
  createdBy: string | null;
}

/** The API key that a request was made with */
export interface CurrentKey {
  /** Identifier of the key; not the key itself */
  id: string;
  /** The brand that it belongs to */
  brandId: string;
  /** What the key is for */
  name: string;
  /** What the key may do; `full` stands for everything */
  scopes: ('leads:read' | 'leads:write' | 'work-items:read' | 'work-items:write' | 'customers:read' | 'customers:write' | 'addresses:read' | 'webhooks:manage' | 'full')[];
  /** Whether the key is shown names, e-mail addresses, phone numbers, addresses and free text; otherwise these are empty in every answer and event */
  personalData: boolean;
  /** When the key was made */
  createdAt: string;
  /** When the key stops working; null when it does not end by itself */
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
  /** Another number, if there is one */
  secondaryPhone: string | null;
  /** Empty for a private person */
  companyName: string;
  /** Whether a company name was given */
  isCompany: boolean;
  /** Archived customers match no new lead */
  status: 'active' | 'archived';
  /** Empty when the customer has no address */
  addressId: string;
  /** Remarks about the customer */
  notes: string | null;
  /** Labels of the brand’s own */
  tags: string[] | null;
  /** When the record was made */
  createdAt: string;
  /** When the record was last changed */
  updatedAt: string;
  /** Member who made the record; null when it came through the API */
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
  /** By which the merge can be undone */
  mergeId: string;
}

/** Everything that is kept of one person */
export interface CustomerExport {
  /** When the export was begun */
  exportedAt: string;
  customer: Customer;
  /** Who became part of this customer */
  mergedCustomers: Customer[];
  /** When, and whether that was undone */
  merges: CustomerMerge[];
  /** Of the customers, now and before; those of the work are with it */
  addresses: Address[];
  /** All that happened to the customers, and to their addresses while they were there */
  history: HistoryEntry[];
  webhookDeliveries: ({
    /** Identifier of the delivery */
    id: string;
    /** The webhook that it was for */
    webhookId: string;
    /** When it was first sent */
    createdAt: string;
    /** What was sent */
    payload: Record<string, unknown>;
    /** The start of what the webhook answered, each time that it did; about an address, none */
    answers: string[];
  })[];
  /** All leads and jobs, also archived and deleted ones, the oldest first */
  workItems: ExportedWorkItem[];
  /** Rows of imports that still wait, with an e-mail address or phone number that the customer has or had */
  waitingImportRows: ({
    /** Identifier of the import */
    importId: string;
    /** Which row of the file, as spreadsheets count them */
    row: number;
    /** When the file came in */
    receivedAt: string;
    /** The X-Request-Id of the request that brought the file */
    requestId: string;
    /** The row as it was sent: JSON, by the names of the columns */
    body: string;
  })[];
  /** Refused requests with an e-mail address or phone number that the customer has or had */
  requests: LoggedRequest[];
}

/** One customer that became part of another */
export interface CustomerMerge {
  /** Identifier of the merge */
  id: string;
  /** The customer that was kept */
  customerId: string;
  /** The customer that became part of it */
  mergedCustomerId: string;
  /** When they were merged */
  createdAt: string;
  /** Until when it can be undone: 30 days after the merge */
  undoableUntil: string;
  /** When it was undone; null when it was not */
  undoneAt: string | null;
}

/** Only the fields to be changed; null empties a field that can be empty (JSON Merge Patch, RFC 7396) */
export interface CustomerPatch {
  /** Full display name; cannot be emptied */
  name?: string | undefined;
  /** First name */
  firstName?: string | null | undefined;
  /** Last name */
  lastName?: string | null | undefined;
  /** New leads with this address belong to the customer from then on */
  email?: string | null | undefined;
  /** New leads with this number belong to the customer from then on */
  phone?: string | null | undefined;
  /** Another number; leads are not matched by it */
  secondaryPhone?: string | null | undefined;
  /** Makes the customer a company, unless isCompany says otherwise */
  companyName?: string | null | undefined;
  /** Whether it is a company */
  isCompany?: boolean | undefined;
  /** An address of the brand; null for none */
  addressId?: string | null | undefined;
  /** Remarks about the customer */
  notes?: string | null | undefined;
  /** Labels; the list takes the place of the one before */
  tags?: string[] | null | undefined;
  /** A time puts the customer into the archive, null takes it out */
  archivedAt?: string | null | undefined;
}

/** Which customer is to be merged */
export interface CustomerToMerge {
  /** The other customer, which becomes part of this one */
  customerId: string;
}

/** An erasure that takes a little longer */
export interface ErasureUnderWay {
  /** The customer that is being erased */
  customerId: string;
  /** The customer is gone; some of its work, or refused requests, are still being looked through */
  status: 'erasing';
}

/** The body of every error */
export interface ErrorBody {
  /** The HTTP status */
  statusCode: number;
  /** What is wrong; for a refused field one entry each, which begins with its name. Of more than 20 the first are told, then how many more there are ("and 7 more") */
  message: string | string[];
  /** The text of the HTTP status */
  error: string;
}

/** Something that happened, and the record it happened to */
export interface EventRecord extends HistoryEntry {
  /** The whole record, as it is when the event is read or first sent: a work item with customer and address, a customer, an address or a webhook. Null when it is gone or the key may not read it. */
  data: Record<string, unknown> | null;
}

/** A lead or a job with everything kept about it */
export interface ExportedWorkItem {
  /** Identifier of the work item */
  id: string;
  /** The brand that owns it */
  brandId: string;
  /** The customer it is for */
  customerId: string;
  /** Where the work is; null for a lead without an address */
  addressId: string | null;
  /** What it is about, in a few words */
  title: string;
  /** Empty when none was given */
  description: string;
  /** Says which phase the record is in */
  status: WorkItemStatus;
  /** How soon it wants attention */
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
  /** When the lead came in */
  receivedAt: string;
  /** A status of the brand’s own */
  customStatusId: string | null;
  /** In cents */
  estimatedCost: number | null;
  /** In cents */
  finalCost: number | null;
  /** Budget range, free text */
  budgetQuote: string | null;
  /** Remarks as sent, then what the service noted while it took the lead in */
  notes: string | null;
  /** Remarks made when the job was done */
  completionNotes: string | null;
  /** Labels of the brand’s own */
  tags: string[] | null;
  /** When the record was made */
  createdAt: string;
  /** When the record was last changed */
  updatedAt: string;
  /** Member who made the record; null when it came through the API */
  createdBy: string | null;
  /** Member who last changed the record */
  updatedBy: string | null;
  /** When it was deleted */
  deletedAt: string | null;
  /** When it was archived */
  archivedAt: string | null;
  address: Address | null;
  /** Where it was before, unless somebody else is there now */
  formerAddresses: Address[];
  /** In the order they were sent */
  photos: ({
    /** As it was sent */
    url: string;
    /** How far the download has come */
    status: 'stored' | 'failed' | 'pending';
    /** The stored picture */
    assetId: string | null;
    /** Of the stored picture */
    contentType: string | null;
    /** Of the stored picture */
    sizeBytes: number | null;
    /** In pixels */
    width: number | null;
    /** In pixels */
    height: number | null;
    /** Why it failed; null when it did not */
    error: PhotoError | null;
    /** Path of the picture; null when none was kept */
    link: string | null;
  })[];
  submission: {
    /** When it came in */
    receivedAt: string;
    /** The X-Request-Id of the request */
    requestId: string;
    /** The body exactly as it was sent */
    body: string;
  } | null;
  idempotencyAnswers: ({
    /** The key that was sent */
    idempotencyKey: string;
    /** The operation */
    route: string;
    /** When it is forgotten */
    expiresAt: string;
    /** The answer as it is kept, with the work item as it was then */
    body: string;
  })[];
  /** All that happened to it */
  history: HistoryEntry[];
  webhookDeliveries: ({
    /** Identifier of the delivery */
    id: string;
    /** The webhook that it was for */
    webhookId: string;
    /** When it was first sent */
    createdAt: string;
    /** What was sent */
    payload: Record<string, unknown>;
    /** The start of what the webhook answered, each time that it did; about an address, none */
    answers: string[];
  })[];
}

/** One thing that happened to a record */
export interface HistoryEntry {
  /** The number of the event; numbers of a brand follow each other without a gap */
  id: string;
  /** What happened */
  type: EventType;
  /** The brand it happened in */
  brandId: string;
  /** The record it is about: a work item, a customer, an address or a webhook */
  subjectId: string;
  /** The fields that changed, each as it was and as it became; null for a new record or an erased customer, empty where that was forgotten */
  changes: Record<string, {
    before: unknown;
    after: unknown;
  }> | null;
  /** Why, where a reason was given */
  reason: string | null;
  /** Who did it: an API key, a member of the brand, or the service by itself */
  actor: 'key' | 'member' | 'system';
  /** Identifier of that key or member */
  actorId: string | null;
  /** The X-Request-Id of the request that did it */
  requestId: string | null;
  /** When it happened */
  createdAt: string;
}

/** A new calendar link with its address */
export interface IssuedCalendarLink extends CalendarLink {
  /** The address to subscribe to. Who has it sees the jobs; it is shown this once */
  url: string;
}

/** Several leads at once */
export interface LeadBatch {
  /** Each as it would be sent alone */
  leads: LeadSubmission[];
  /** Only say what would become of each lead; nothing is stored */
  dryRun?: boolean | undefined;
}

/** What became of one lead of a batch */
export interface LeadBatchEntry {
  /** Whether the lead is stored */
  created: boolean;
  /** Who it belongs to: a new customer, or one that was found; null when refused, and in a dry run with a key that may not read customers */
  matched: 'new' | 'email' | 'phone' | null;
  /** The customer; null when there is none yet, in a dry run, or when it was refused */
  customerId: string | null;
  /** The lead, when it is stored */
  workItem: WorkItem | null;
  /** Why it is not stored; what a call with this lead alone would have answered */
  error: ErrorBody | null;
}

/** What became of the leads of a batch */
export interface LeadBatchResult {
  /** One for each lead, in the order they came */
  data: LeadBatchEntry[];
  /** Whether it was only a plan */
  dryRun: boolean;
}

/** Fields of a lead; null takes one away */
export type LeadCorrections = Record<string, unknown>;

/** What a form sends. Blanks around a text are dropped; leaving an optional field out, or sending null or blanks for it, is all the same. A field that is not named here does no harm: it is kept with the lead as it was sent. */
export interface LeadSubmission {
  /** Full name, as it is shown */
  customerName: string;
  /** What it is about, in a few words */
  title: string;
  /** Street name */
  street?: string | undefined;
  /** House number */
  streetNumber?: string | undefined;
  /** Addition to the house number */
  streetNumberAddition?: string | undefined;
  /** Postal code */
  postalCode?: string | undefined;
  /** Town or city */
  city?: string | undefined;
  /** Country code or name; the brand’s own when left out */
  country?: string | undefined;
  /** First name */
  firstName?: string | undefined;
  /** Last name */
  lastName?: string | undefined;
  /** Finds an existing customer, whatever its case */
  email?: string | undefined;
  /** Finds an existing customer by its last nine digits */
  phone?: string | undefined;
  /** Makes the customer a company */
  companyName?: string | undefined;
  /** The whole story */
  description?: string | undefined;
  /** Kind of job */
  category?: string | undefined;
  /** How soon it wants attention */
  priority?: Priority | undefined;
  /** Budget range */
  budgetQuote?: string | undefined;
  /** Remarks for the business */
  notes?: string | undefined;
  /** Public https addresses of pictures; kept with the lead, and each has an entry in `photos`: a failed one, `invalid_url`, where the address has more than 8192 characters */
  photoUrls?: string[] | undefined;
  /** How the lead came in */
  source?: Source | undefined;
}

/** A request of the last 30 days */
export interface ListedRequest {
  /** The X-Request-Id of the answer; a refused lead of a batch has an id of its own */
  id: string;
  /** When the request came in */
  receivedAt: string;
  /** The API key it came with; null for a member of the brand */
  keyId: string | null;
  /** The member it came from; null for a program */
  memberId: string | null;
  /** The HTTP method */
  method: string;
  /** The operation, as this reference writes its path; null where there is none */
  route: string | null;
  /** The path that was asked for, without its query; for a refused lead of a batch with its place in there */
  path: string;
  /** The HTTP status of the answer */
  status: number;
  /** How long the answer took, in milliseconds */
  durationMs: number;
  /** The message of an error; null when all went well */
  message: string | string[] | null;
  /** Whether the body was kept: it is for a lead that was refused */
  hasBody: boolean;
  /** The work item that was made of it afterwards */
  rescuedAs: string | null;
}

/** A lead or a job with its customer and address */
export interface ListedWorkItem extends WorkItem {
  customer: Customer;
  address: Address | null;
}

/** A request of the last 30 days, with its body */
export interface LoggedRequest extends ListedRequest {
  /** The body as it was sent; null if it was not kept */
  body: string | null;
}

/** A calendar link to be made */
export interface NewCalendarLink {
  /** Whose phone it is for, to recognise it by */
  name: string;
}

/** What is to be sent again */
export interface NewReplay {
  /** Everything that happened at this time or later is sent again, as far as the webhook wants events of that type; with a time zone */
  since: string;
}

/** A webhook to be made */
export interface NewWebhook {
  /** Where events are sent: an https address without a user name or password */
  url: string;
  /** What it is for, in your words */
  description?: string | null | undefined;
  /** Which events are sent; null for all, also those of types that are yet to come */
  eventTypes?: EventType[] | null | undefined;
  /** Whether events are sent; those that happen meanwhile wait */
  state?: 'active' | 'paused' | undefined;
  /** Whether events hold names, e-mail addresses, phone numbers, addresses and free text; without, these are empty. It cannot be changed later. A key without personal data makes and sees only webhooks without. */
  personalData?: boolean | undefined;
}

/** A job, for a customer who is known (`customerId`) or described (`customer`) */
export interface NewWorkItem {
  /** In a few words */
  title: string;
  /** A customer of the brand */
  customerId?: string | undefined;
  customer?: NewCustomer | undefined;
  /** An address of the brand; null for none. Without it and without `address`, the customer’s own. */
  addressId?: string | null | undefined;
  address?: NewAddress | undefined;
  /** By default scheduled when a start is given, else pending */
  status?: 'pending' | 'scheduled' | undefined;
  /** How it came in */
  source?: Source | undefined;
  /** The whole story */
  description?: string | undefined;
  /** How soon it wants attention */
  priority?: Priority | undefined;
  /** Kind of job */
  category?: string | null | undefined;
  /** Labels; the list takes the place of the one before */
  tags?: string[] | null | undefined;
  /** Remarks for the business */
  notes?: string | null | undefined;
  /** When the work is planned to begin; with a time zone */
  scheduledStart?: string | null | undefined;
  /** When it is planned to end; not before its start */
  scheduledEnd?: string | null | undefined;
  /** In cents */
  estimatedCost?: number | null | undefined;
  /** Budget range */
  budgetQuote?: string | null | undefined;
}

/** What became of one photo address */
export interface Photo {
  /** As it was sent */
  url: string;
  /** How far the download has come */
  status: 'stored' | 'failed' | 'pending';
  /** The stored picture */
  assetId: string | null;
  /** Of the stored picture */
  contentType: string | null;
  /** Of the stored picture */
  sizeBytes: number | null;
  /** In pixels */
  width: number | null;
  /** In pixels */
  height: number | null;
  /** Why it failed; null when it did not */
  error: PhotoError | null;
}

/** Where a brand wants its events sent */
export interface Webhook {
  /** Identifier of the webhook */
  id: string;
  /** Owning brand */
  brandId: string;
  /** Where events are sent: an https address without a user name or password */
  url: string;
  /** What it is for, in your words */
  description: string | null;
  /** Which events are sent; null for all, also those of types that are yet to come */
  eventTypes: EventType[] | null;
  /** Whether events hold names, e-mail addresses, phone numbers, addresses and free text; without, these are empty. It cannot be changed later. A key without personal data makes and sees only webhooks without. */
  personalData: boolean;
  /** Whether events are sent. The service itself disables a webhook that is gone or keeps failing; set it to active to go on from where it stopped. */
  state: 'active' | 'paused' | 'disabled';
  /** Why the service disabled it: gone (410 was answered), or failing for 5 days */
  disabledReason: 'gone' | 'failing' | null;
  /** The first failure after which nothing got through; null when all is well */
  failingSince: string | null;
  createdAt: string;
  updatedAt: string;
  /** Brand member who made it */
  createdBy: string | null;
  /** Brand member who changed it last */
  updatedBy: string | null;
}

/** One event on its way to one webhook */
export interface WebhookDelivery {
  /** Identifier of the delivery */
  id: string;
  /** The webhook it belongs to */
  webhookId: string;
  /** Number of the event; null for a ping */
  eventId: string | null;
  /** What is told */
  eventType: WebhookMessageType;
  /** The record that the event is about */
  subjectId: string | null;
  /** Whether it was taken, will be tried again, or was given up */
  status: 'pending' | 'delivered' | 'failed';
  /** How often it was sent so far */
  attemptCount: number;
  /** When it is sent again; null when it is not, or when the webhook is not active */
  nextAttemptAt: string | null;
  /** When it was first sent */
  createdAt: string;
  /** When it was taken or given up */
  endedAt: string | null;
  /** The body, as it is sent each time; spaces aside */
  payload: Record<string, unknown>;
  /** The first one first */
  attempts: ({
    /** Counts the attempts of this delivery */
    number: number;
    /** When it was sent */
    attemptedAt: string;
    /** Until the answer was there, or given up */
    durationMs: number;
    /** HTTP status of the answer */
    responseStatus: number | null;
    /** Why it failed; null when it was taken */
    error: 'not_https' | 'blocked_address' | 'dns_failed' | 'connect_failed' | 'tls_failed' | 'timeout' | 'redirected' | 'http_status' | null;
    /** Where it was sent */
    url: string;
    /** What was sent with it, the signature included */
    requestHeaders: Record<string, string>;
    /** The answer's body, the first 2048 bytes of it */
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
  /** What is told */
  eventType: WebhookMessageType;
  /** The record that the event is about */
  subjectId: string | null;
  /** Whether it was taken, will be tried again, or was given up */
  status: 'pending' | 'delivered' | 'failed';
  /** How often it was sent so far */
  attemptCount: number;
  /** When it is sent again; null when it is not, or when the webhook is not active */
  nextAttemptAt: string | null;
  /** When it was first sent */
  createdAt: string;
  /** When it was taken or given up */
  endedAt: string | null;
  lastAttempt: {
    /** Counts the attempts of this delivery */
    number: number;
    /** When it was sent */
    attemptedAt: string;
    /** Until the answer was there, or given up */
    durationMs: number;
    /** HTTP status of the answer */
    responseStatus: number | null;
    /** Why it failed; null when it was taken */
    error: 'not_https' | 'blocked_address' | 'dns_failed' | 'connect_failed' | 'tls_failed' | 'timeout' | 'redirected' | 'http_status' | null;
  } | null;
}

/** Only the fields to be changed; null empties a field that can be empty (JSON Merge Patch, RFC 7396) */
export interface WebhookPatch {
  /** Where events are sent: an https address without a user name or password */
  url?: string | undefined;
  /** What it is for, in your words */
  description?: string | null | undefined;
  /** Which events are sent; null for all, also those of types that are yet to come */
  eventTypes?: EventType[] | null | undefined;
  /** Whether events are sent; those that happen meanwhile wait */
  state?: 'active' | 'paused' | undefined;
}

/** A replay that has been begun */
export interface WebhookReplay {
  /** The webhook */
  webhookId: string;
  /** The time that was asked for */
  since: string;
  /** The last event that is sent again; null when there is none. Later ones come by themselves. */
  upToEventId: string | null;
}

/** A webhook with the secret that was just made for it */
export interface WebhookWithSecret extends Webhook {
  /** What deliveries are signed with (Standard Webhooks). It is shown in this answer and never again; make a new one when it is lost. The one before signs too for 24 hours. */
  secret: string;
}

/** A lead or a job: one record, its status says which */
export interface WorkItem {
  /** Identifier of the work item */
  id: string;
  /** The brand that owns it */
  brandId: string;
  /** The customer it is for */
  customerId: string;
  /** Where the work is; null for a lead without an address */
  addressId: string | null;
  /** What it is about, in a few words */
  title: string;
  /** Empty when none was given */
  description: string;
  /** Says which phase the record is in */
  status: WorkItemStatus;
  /** How soon it wants attention */
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
  /** When the lead came in */
  receivedAt: string;
  /** A status of the brand’s own */
  customStatusId: string | null;
  /** In cents */
  estimatedCost: number | null;
  /** In cents */
  finalCost: number | null;
  /** Budget range, free text */
  budgetQuote: string | null;
  /** Remarks as sent, then what the service noted while it took the lead in */
  notes: string | null;
  /** Remarks made when the job was done */
  completionNotes: string | null;
  /** Labels of the brand’s own */
  tags: string[] | null;
  /** When the record was made */
  createdAt: string;
  /** When the record was last changed */
  updatedAt: string;
  /** Member who made the record; null when it came through the API */
  createdBy: string | null;
  /** Member who last changed the record */
  updatedBy: string | null;
  /** When it was deleted */
  deletedAt: string | null;
  /** When it was archived */
  archivedAt: string | null;
  /** Only when photoUrls were sent; in the order they were sent */
  photos?: Photo[] | undefined;
}

/** Only the fields to be changed; null empties a field that can be empty (JSON Merge Patch, RFC 7396) */
export interface WorkItemPatch {
  /** In a few words */
  title?: string | undefined;
  /** The whole story */
  description?: string | undefined;
  /** How soon it wants attention */
  priority?: Priority | undefined;
  /** Kind of job */
  category?: string | null | undefined;
  /** Labels; the list takes the place of the one before */
  tags?: string[] | null | undefined;
  /** Remarks for the business */
  notes?: string | null | undefined;
  /** When the work is planned to begin; with a time zone */
  scheduledStart?: string | null | undefined;
  /** When it is planned to end; not before its start */
  scheduledEnd?: string | null | undefined;
  /** In cents */
  estimatedCost?: number | null | undefined;
  /** Budget range */
  budgetQuote?: string | null | undefined;
  /** Where it goes next; which moves there are depends on where it is */
  status?: WorkItemStatus | undefined;
  /** Why it was lost or cancelled; kept in the history */
  reason?: string | undefined;
  /** What was done */
  completionNotes?: string | null | undefined;
  /** In cents */
  finalCost?: number | null | undefined;
  /** A picture as a data URL, or a name */
  customerSignature?: string | null | undefined;
  /** An address of the brand */
  addressId?: string | null | undefined;
  /** A time puts it into the archive, null takes it out */
  archivedAt?: string | null | undefined;
}

/** A customer, matched with those who are known as leads are */
export interface NewCustomer {
  /** Full name, as it is shown */
  name: string;
  /** First name */
  firstName?: string | undefined;
  /** Last name */
  lastName?: string | undefined;
  /** Finds a customer who is known already */
  email?: string | undefined;
  /** Finds a customer who is known already, by its last nine digits */
  phone?: string | undefined;
  /** Makes the customer a company */
  companyName?: string | undefined;
}

/** A place; at least a street, a postal code or a city */
export interface NewAddress {
  /** Street name */
  street?: string | undefined;
  /** House number */
  streetNumber?: string | undefined;
  /** Addition to the house number */
  streetNumberAddition?: string | undefined;
  /** Postal code */
  postalCode?: string | undefined;
  /** Town or city */
  city?: string | undefined;
  /** Country code or name; the brand’s own when left out */
  country?: string | undefined;
}

/** List leads */
export interface ListLeadsQuery {
  /** Only these statuses. For several, repeat the parameter or separate them by commas. */
  status?: 'request' | 'contacted' | 'quote_sent' | 'inspection' | 'lost' | readonly ('request' | 'contacted' | 'quote_sent' | 'inspection' | 'lost')[] | undefined;
  /** Only these priorities. For several, repeat the parameter or separate them by commas. */
  priority?: Priority | readonly Priority[] | undefined;
  /** Only these sources. For several, repeat the parameter or separate them by commas. */
  source?: Source | readonly Source[] | undefined;
  /** Only records with one of these tags. For several, repeat the parameter or separate them by commas. */
  tag?: string | readonly string[] | undefined;
  /** Only these categories. For several, repeat the parameter or separate them by commas. */
  category?: string | readonly string[] | undefined;
  /** Only of this customer */
  customerId?: string | undefined;
  /** Only at this address */
  addressId?: string | undefined;
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
  /** Words that must all occur in title, description, or the customer’s name, e-mail address and phone number; the beginning of a word will do, but for numbers of up to three digits. Of more than eight words, the eight longest count */
  q?: string | undefined;
  /** Whether archived records are listed */
  archived?: 'exclude' | 'include' | 'only' | undefined;
  /** Field to sort by; a leading minus puts the greatest first */
  sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'receivedAt' | '-receivedAt' | 'scheduledStart' | '-scheduledStart' | 'priority' | '-priority' | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
  /** Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters. */
  cursor?: string | undefined;
}

/** List jobs */
export interface ListWorkItemsQuery {
  /** Only these statuses. For several, repeat the parameter or separate them by commas. */
  status?: 'pending' | 'scheduled' | 'in_progress' | 'completed' | 'cancelled' | readonly ('pending' | 'scheduled' | 'in_progress' | 'completed' | 'cancelled')[] | undefined;
  /** Only these priorities. For several, repeat the parameter or separate them by commas. */
  priority?: Priority | readonly Priority[] | undefined;
  /** Only these sources. For several, repeat the parameter or separate them by commas. */
  source?: Source | readonly Source[] | undefined;
  /** Only records with one of these tags. For several, repeat the parameter or separate them by commas. */
  tag?: string | readonly string[] | undefined;
  /** Only these categories. For several, repeat the parameter or separate them by commas. */
  category?: string | readonly string[] | undefined;
  /** Only of this customer */
  customerId?: string | undefined;
  /** Only at this address */
  addressId?: string | undefined;
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
  /** Words that must all occur in title, description, or the customer’s name, e-mail address and phone number; the beginning of a word will do, but for numbers of up to three digits. Of more than eight words, the eight longest count */
  q?: string | undefined;
  /** Whether archived records are listed */
  archived?: 'exclude' | 'include' | 'only' | undefined;
  /** Field to sort by; a leading minus puts the greatest first */
  sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | 'receivedAt' | '-receivedAt' | 'scheduledStart' | '-scheduledStart' | 'priority' | '-priority' | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
  /** Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters. */
  cursor?: string | undefined;
}

/** List events */
export interface ListEventsQuery {
  /** Only events behind this one, by its id; all from the first without it. `latest` for none: the Link header then leads to what comes from now on. */
  after?: string | undefined;
  /** Only these types. For several, repeat the parameter or separate them by commas. */
  type?: EventType | readonly EventType[] | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
}

/** Read the history of a lead or job */
export interface ListWorkItemHistoryQuery {
  /** Only events behind this one, by its id; all from the first without it */
  after?: string | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
}

/** Read a picture */
export interface GetAssetQuery {
  /** The small picture, at most 480 pixels wide and high; without it the large one */
  size?: 'thumbnail' | undefined;
}

/** List customers */
export interface ListCustomersQuery {
  /** Words that must all occur in the names, the company name, the e-mail address or a phone number; the beginning of a word will do, but for numbers of up to three digits. Of more than eight words, the eight longest count */
  q?: string | undefined;
  /** Only with this e-mail address, whatever its case */
  email?: string | undefined;
  /** Only with this phone number, compared by its last nine digits */
  phone?: string | undefined;
  /** Only records with one of these tags. For several, repeat the parameter or separate them by commas. */
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
  archived?: 'exclude' | 'include' | 'only' | undefined;
  /** Field to sort by; a leading minus puts the greatest first */
  sort?: 'createdAt' | '-createdAt' | 'updatedAt' | '-updatedAt' | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
  /** Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters. */
  cursor?: string | undefined;
}

/** List the merges of a customer */
export interface ListCustomerMergesQuery {
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
  /** Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters. */
  cursor?: string | undefined;
}

/** List addresses */
export interface ListAddressesQuery {
  /** Only these cities, whatever their case. For several, repeat the parameter or separate them by commas. */
  city?: string | readonly string[] | undefined;
  /** Only these postal codes, spaces and case aside. For several, repeat the parameter or separate them by commas. */
  postalCode?: string | readonly string[] | undefined;
  /** Words that must all occur in street, house number, postal code or city; the beginning of a word will do. Of more than eight words, the eight longest count */
  q?: string | undefined;
  /** Field to sort by; a leading minus puts the greatest first */
  sort?: 'createdAt' | '-createdAt' | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
  /** Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters. */
  cursor?: string | undefined;
}

/** List requests */
export interface ListRequestsQuery {
  /** Only the request with this X-Request-Id */
  requestId?: string | undefined;
  /** Only requests with this API key, by its id */
  keyId?: string | undefined;
  /** Only these operations, by the path of this reference, such as /v1/api/work-items/{id}. For several, repeat the parameter or separate them by commas. */
  route?: string | readonly string[] | undefined;
  /** Only these methods. For several, repeat the parameter or separate them by commas. */
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS' | readonly ('GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS')[] | undefined;
  /** Only answers with these statuses, such as 404, or 4xx for all from 400 to 499. For several, repeat the parameter or separate them by commas. */
  status?: string | readonly string[] | undefined;
  /** Only records received at this time or later; with a time zone, such as 2026-11-15T09:30:00Z */
  since?: string | Date | undefined;
  /** Only records received before this time; with a time zone, such as 2026-11-15T09:30:00Z */
  before?: string | Date | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
  /** Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters. */
  cursor?: string | undefined;
}

/** List the deliveries of a webhook */
export interface ListWebhookDeliveriesQuery {
  /** Only deliveries with this status */
  status?: 'pending' | 'delivered' | 'failed' | undefined;
  /** Only deliveries of this type of event */
  eventType?: WebhookMessageType | undefined;
  /** Records on a page; more than 200 counts as 200 */
  limit?: number | undefined;
  /** Where the page begins. Follow the Link header of the page before rather than make one up: a cursor belongs to one list, in one order, with one set of filters. */
  cursor?: string | undefined;
}
