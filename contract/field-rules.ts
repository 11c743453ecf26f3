/**
 * The rules in the `Error-Details` header: what is wrong with a field or parameter. A rule is never
 * renamed or removed; new ones may be added.
 */
export const fieldRules = [
  // Any field.
  'required',
  'wrong_type',
  'unknown',
  'not_in_list',
  'wrong_format',
  'given_twice',
  'not_together',
  'needs_other',
  'personal_data',
  'not_confirmed',

  // Texts, numbers, times and lists.
  'too_long',
  'too_short',
  'not_a_number',
  'not_a_time',
  'not_in_future',
  'not_an_email',
  'no_digit',
  'no_letter_or_digit',
  'too_many_items',
  'too_few_items',

  // The body and the query string as a whole.
  'not_json',
  'not_utf8',
  'too_deep',
  'too_many_fields',
  'too_many_values',
  'bad_encoding',
  'invalid_cursor',
  'too_broad',

  // Leads, work items and customers.
  'no_place',
  'no_customer',
  'address_unknown',
  'member_unknown',
  'not_a_member',
  'customer_unknown',
  'no_start',
  'end_before_start',
  'reason_without_move',

  // Mails to customers.
  'unknown_placeholder',

  // Webhooks.
  'not_a_url',
  'not_https',
  'url_with_password',
  'port_not_allowed',
  'not_public',

  // The web app.
  'not_a_country',
  'not_a_time_zone',
  'too_easy_to_guess',
  'same_as_email',
  'same_as_name',
  'email_of_link',
  'not_verified',
  'no_rows',
  'too_many_rows',
  'too_many_columns',
  'named_twice',
  'no_column',
  'erased_meanwhile',
  'not_stored',

  // The last entry of a list that was cut.
  'more',
] as const;

export type FieldRule = (typeof fieldRules)[number];
