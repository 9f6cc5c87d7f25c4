import { modelFaultWords } from '../../models/fault-words.ts'
import type { RoundTurn } from './schema.ts'

/** Why a turn gave no answer, for people. It contains no text of a model. */
export function reasonInWords(stopHook: Pick<NonNullable<RoundTurn['stopHook']>, 'type' | 'code'> | undefined): string {
  if (!stopHook) return 'The turn ended without an answer.'
  const { type, code } = stopHook
  return words[code ?? type] ?? `${kinds[type] ?? 'The turn failed'}: ${code ?? type}.`
}

/** Why an accepted reply is shown as unverified, for people. */
export function unverifiedInWords(reason: string): string {
  return unverifiedWords[reason] ?? reason
}

const unverifiedWords: { readonly [reason: string]: string } = {
  'claim-type-undecided': 'no rule can tell what sort of claim this is.',
  'partly-supported': 'it states more than its quote says.',
  'body-quote-not-found': 'it quotes something that was not found in the files.',
  'unverified-body-quote': 'it quotes something that was not found in the files.',
  'absence-without-term': 'it does not say in quotes what was looked for.',
  'absence-of-something-else': 'what it says is missing is not what was looked for.',
}

const kinds: { readonly [type: string]: string } = {
  tool_call_rejected: 'The tool call was rejected',
  grounding_required: 'The evidence did not hold',
}

const words: { readonly [code: string]: string } = {
  'quote-not-found': 'The quote is not in the cited file.',
  'tool-syntax': 'The reply held a tool call instead of an answer.',
  'cot-leak': 'The reply began with reasoning instead of an answer.',
  multiple: 'The reply had more than one Evidence line.',
  format: 'The Evidence line could not be read.',
  empty: 'The reply was empty.',
  missing: 'The reply had no Evidence line.',
  'issue-only': 'Only issues were cited, which this role may not do.',
  'wrong-source': 'The cited file is of a class this role may not cite.',
  'missing-receipt': 'A receipt of this round had to be cited and was not, or does not exist.',
  'receipt-invalid': 'A cited receipt does not verify.',
  'receipt-mismatch': 'No cited receipt covers what was cited.',
  'missing-quote': 'A claim about content came without a quote that supports it.',
  'missing-file': 'No file was cited that exists.',
  'file-read-failed': 'The cited file could not be read.',
  'missing-location': 'A claim about structure came without line, section or entry.',
  'location-out-of-range': 'The cited place does not exist.',
  'missing-scope': 'The claim did not say what was checked.',
  'scope-not-covered': 'The cited receipts do not cover all that was said to be checked.',
  'absence-contradicted': 'What was said to be absent is there.',
  tool_call_invalid_format: 'The tool call was not one strict JSON object.',
  tool_call_unknown_tool: 'The tool does not exist or is not allowed.',
  tool_call_invalid_args: 'The arguments did not fit the tool.',
  tool_call_multiple: 'There was more than one tool call.',
  tool_call_nonce_invalid: 'The tool call did not carry the nonce of its step.',
  tool_call_output_limit: 'No more tool output fits into the turn.',
  conflict: 'The agent stopped: it met a conflict.',
  uncertainty: 'The agent stopped: it is not certain.',
  'scope-exceeded': 'The agent stopped: this goes beyond its scope.',
  'approval-required': 'The agent stopped: it needs an approval.',
  'budget-limit': 'The agent stopped: its budget is used up.',
  error: 'The agent stopped: something failed.',
  interrupted: 'The program ended in the middle of the turn.',
  turn_timeout: 'The turn took too long.',
  agent_disabled: 'The agent was switched off.',
  agent_missing: 'The agent is no longer on the roster.',
  endpoint_incomplete: 'The endpoint of the agent is not complete.',
  queue_full: 'Too many turns were waiting.',
  ...modelFaultWords,
}
