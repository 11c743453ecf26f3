// What a schema cannot say: refusals of valid requests, and requests that are taken in spite of it.

interface Rule {
  /** By default any operation. */
  operation?: string;
  message: RegExp;
}

/** A valid request may get 400 with messages that all match one of these. */
export const beyondSchema: Rule[] = [
  // Fields that belong together, or exclude each other.
  { operation: 'updateAddress', message: /^(latitude|longitude) must be sent with / },
  { operation: 'createWorkItem', message: /^customer is required: send it, or the customerId/ },
  { operation: 'createWorkItem', message: /^(customer|address) cannot be sent together with / },
  { operation: 'createWorkItem', message: /^address must have a street, a postalCode or a city/ },
  { message: /^scheduledEnd (needs a scheduledStart|must )/ },
  { message: /^scheduledStart is required for the status scheduled/ },
  { operation: 'updateWorkItem', message: /^reason is allowed only with a move to / },
  // A pattern for digits and letters of all scripts would not be portable.
  { message: /^([a-z]+\.)?(phone|secondaryPhone) must contain at least one digit$/ },
  { message: /^q must contain a letter or a digit$/ },
  // The service knows more about domains than the pattern.
  { message: /^([a-z]+\.)?email must be an e-mail address/ },
  // The record was merged, erased or deleted since the fuzzer learned its id.
  {
    message:
      /^(customerId|addressId) names (no (customer|address) of the brand|a customer that was merged)/,
  },
  { message: /^assigneeId names no member of the brand/ },
  // A URI may lack a host, or be one to which the operator allows no deliveries.
  { message: /^url must / },
  // The corrections are valid, but the corrected lead is not, or an item of its lists.
  { operation: 'acceptIntake', message: /^\w+( item \d+)? (is required|must )/ },
  { operation: 'rescueLead', message: /^\w+( item \d+)? (is required|must )/ },
];

/** Each lead of a batch is checked by itself, and an invalid one fails alone. */
export const checksItemsAlone = new Set(['createLeadBatch']);
