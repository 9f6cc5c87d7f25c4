import { roleNamed } from '../agents/roles.ts'
import type { RejectionReason } from '../evidence/verdict.ts'
import type { Rejection, RejectionCode } from '../protocol/rejection.ts'

const reasons: { readonly [reason in RejectionReason]: string } = {
  empty: 'there was no text in it',
  'tool-syntax': 'it holds the syntax of a tool call or begins with a code fence',
  'cot-leak': 'it begins with an account of how you proceed instead of the answer',
  missing: 'it has no line that starts with "Evidence:"',
  multiple: 'it has more than one line that starts with "Evidence:"',
  format: 'the Evidence line names no file, quote, place, issue, receipt or scope',
  'missing-receipt': 'the Evidence line needs the receipt_id of a result you were given',
  'receipt-invalid': 'the receipt it cites does not verify',
  'issue-only': 'your role may not rest a claim on issues alone',
  'wrong-source': 'your role may not cite that kind of file',
  'missing-quote': 'what is said about content needs an exact quote from the cited file that supports it',
  'missing-file': 'the Evidence line names no file of the workspace',
  'file-read-failed': 'the cited file cannot be read',
  'quote-not-found': 'the quote does not stand in the cited place',
  'missing-location': 'what is said about structure needs a line, a section or an outline entry',
  'location-out-of-range': 'the cited place does not exist',
  'missing-scope': 'the Evidence line does not say what was checked or is asked for',
  'absence-contradicted': 'what is said to be absent stands in a file of the scope',
  'receipt-mismatch': 'the cited receipt is not about what is cited',
  'scope-not-covered': 'the cited receipts do not cover the whole scope',
}

const rejections: { readonly [code in RejectionCode]: string } = {
  tool_call_invalid_format: 'it is not exactly one JSON object of the form below',
  tool_call_multiple: 'it holds more than one JSON object',
  tool_call_unknown_tool: 'there is no such tool in this turn',
  tool_call_nonce_invalid: 'the nonce is not the one of this step',
  tool_call_invalid_args: 'the arguments do not fit the tool',
  tool_call_output_limit: 'no more results fit in this turn',
}

/** Why an answer was refused, told to whoever gave it. */
export function explainReason(reason: string): string {
  if (reason === 'schema_invalid') return 'it is not one JSON object that fits the schema'
  // The reasons of the evidence check are the keys of the table.
  return reasons[reason as RejectionReason] ?? 'it does not fit'
}

export function explainRejection({ code, detail }: Rejection): string {
  return `${rejections[code]} (${detail})`
}

const forms = {
  content: 'Evidence: [content] <path> line <n>: "<exact words of that line>" receipt_id: <id>',
  structural: 'Evidence: [structural] <path> line <n> receipt_id: <id>',
  absence: 'Evidence: [absence] I checked <paths> and found no mention of "<term>" receipt_id: <id>',
  access: 'Evidence: [access] ACCESS_REQUEST: <path>',
}

const formByReason: { readonly [reason: string]: string } = {
  'missing-location': forms.structural,
  'location-out-of-range': forms.structural,
  'missing-scope': forms.absence,
  'absence-contradicted': forms.content,
  'scope-not-covered': forms.absence,
  'missing-file': forms.access,
  'file-read-failed': forms.access,
  schema_invalid: 'one JSON object and nothing before or after it',
}

/** The form of evidence that could have been accepted. */
export function acceptableForm(reason: string, role: string): string {
  return formByReason[reason] ?? (roleNamed(role).key === 'planner' ? forms.structural : forms.content)
}
