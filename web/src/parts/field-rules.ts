// Texts for the rules that a field can break.
import type { FieldRule } from '../../../contract/field-rules.ts';
import type { ErrorDetail } from '../../../sdk/src/index.ts';
import { i18n } from '../words/words.ts';
import { fieldNameWords } from './field-words.ts';
import { fieldRuleWords } from './field-rule-words.ts';

type Key = keyof typeof fieldRuleWords.pairs;

/** Null where only a program can break the rule: the app's forms cannot. */
const rules: Record<FieldRule, Key | null> = {
  required: 'needed',
  wrong_type: null,
  unknown: null,
  not_in_list: 'notInList',
  wrong_format: null,
  given_twice: null,
  not_together: null,
  needs_other: null,
  personal_data: null,
  not_confirmed: null,
  too_long: 'tooLong',
  too_short: 'tooShort',
  not_a_number: 'numberWrong',
  not_a_time: 'timeWrong',
  not_in_future: 'notFuture',
  not_an_email: 'emailWrong',
  no_digit: 'digitsWrong',
  no_letter_or_digit: 'lettersMissing',
  too_many_items: 'tooManyItems',
  too_few_items: 'chooseOne',
  not_json: null,
  not_utf8: null,
  too_deep: null,
  too_many_fields: null,
  too_many_values: null,
  bad_encoding: null,
  invalid_cursor: 'listChanged',
  too_broad: 'tooBroad',
  no_place: 'placeMissing',
  no_customer: 'customerMissing',
  address_unknown: 'addressGone',
  member_unknown: 'memberGone',
  not_a_member: null,
  customer_unknown: 'customerGone',
  no_start: 'endWithoutStart',
  end_before_start: 'endBeforeStart',
  reason_without_move: null,
  unknown_placeholder: 'placeholderUnknown',
  not_a_url: 'urlWrong',
  not_https: 'notHttps',
  url_with_password: 'urlWithPassword',
  port_not_allowed: 'portWrong',
  not_public: 'notPublic',
  not_a_country: 'countryWrong',
  not_a_time_zone: 'timeZoneWrong',
  too_easy_to_guess: 'commonPassword',
  same_as_email: 'emailAsPassword',
  same_as_name: 'nameAsPassword',
  email_of_link: 'emailOfLink',
  not_verified: 'notVerified',
  no_rows: 'fileEmpty',
  too_many_rows: 'fileRows',
  too_many_columns: 'fileColumns',
  named_twice: 'columnTwice',
  no_column: 'columnMissing',
  erased_meanwhile: 'erased',
  not_stored: 'notStored',
  more: 'more',
};

/** Null for a rule without a text. */
export function fieldRule({ rule, values }: ErrorDetail): string | null {
  const key = Object.hasOwn(rules, rule) ? rules[rule as FieldRule] : null;
  return key && i18n._(`${fieldRuleWords.area}.${key}`, values);
}

/** The label of a field, also of a nested one such as `customer.name`; null if it has none. */
export function fieldLabel(name: string): string | null {
  const part = name.split('.').at(-1)!;
  return part in fieldNameWords.pairs ? i18n._(`${fieldNameWords.area}.${part}`) : null;
}
