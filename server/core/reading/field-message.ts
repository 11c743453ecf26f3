// What is wrong with a request, as a sentence for people and as a rule for programs.
import type { ErrorCode } from '#contract/error-codes.ts';
import type { FieldRule } from '#contract/field-rules.ts';

/** Numbers and names that the sentence mentions. */
export type RuleValues = Readonly<Record<string, string | number>>;

/** One entry of the `Error-Details` header. */
export interface ErrorDetail {
  /** Null for the request as a whole. */
  field: string | null;
  rule: FieldRule | ErrorCode;
  values?: RuleValues;
}

/** What is wrong with a value. The text follows the field's name: "title" + "must be a string". */
export interface FieldRefusal {
  rule: FieldRule;
  text: string;
  values?: RuleValues;
}

export interface FieldMessage extends ErrorDetail {
  text: string;
}

export function refused(
  rule: FieldRule,
  text: string,
  values?: RuleValues,
): { refusal: FieldRefusal } {
  return { refusal: { rule, text, ...(values && { values }) } };
}

export function messageOf(field: string, { text, ...rest }: FieldRefusal): FieldMessage {
  return { ...rest, field, text: `${field} ${text}` };
}

export function about(
  field: string,
  rule: FieldRule,
  text: string,
  values?: RuleValues,
): FieldMessage {
  return messageOf(field, refused(rule, text, values).refusal);
}

export function textsOf(messages: readonly FieldMessage[]): string[] {
  return messages.map(({ text }) => text);
}
