import { cutTo } from '../../kernel/text.ts'
import type { ChatMessage } from '../../models/chat.ts'
import type { Registry } from '../agents/registry.ts'
import { roleNamed } from '../agents/roles.ts'
import type { RejectionReason } from '../evidence/verdict.ts'
import type { Issue } from '../issues/schema.ts'
import {
  jsonPrompt,
  type Prompt,
  phase1Prompt,
  phase2Prompt,
  retryPrompt,
  stepPrompt,
  toolsPrompt,
} from '../prompts/assemble.ts'
import {
  type BufferedResult,
  dataBlock,
  decisionBlock,
  evidenceReminder,
  fairShares,
  protocolBlock,
} from '../prompts/blocks.ts'
import { type Budget, type InjectedOutput, truncationMarker } from '../protocol/budget.ts'
import type { Rejection, RejectionCode } from '../protocol/rejection.ts'
import { type ForcedBy, usesTools } from '../protocol/turn-loop.ts'
import { renderOutput } from '../tools/answer.ts'
import type { Tool } from '../tools/tool.ts'
import type { ToolOutcome, TurnKind, TurnSpec } from './turn.ts'

interface TurnMessagesStart {
  kind: TurnKind
  role: string
  /** Without the block that says how to call tools: each step has its own. */
  prompt: Prompt
  history: readonly { question: string; answer: string }[]
  allowedTools: readonly string[]
  required: boolean
  border: () => string
}

/** What a model is shown in the course of a turn: one message of the system, the history, one of the user. */
export interface TurnMessages {
  /** After a tool ran. */
  inject(result: ToolOutcome, injected: InjectedOutput): void
  forCall(nonce: string, budget: Budget, correction?: Rejection): ChatMessage[]
  forDecision(nonce: string, budget: Budget, correction?: Rejection): ChatMessage[]
  forFinal(asked: {
    forced?: ForcedBy
    correction?: { reason: string; detail?: string }
    refused: string
  }): ChatMessage[]
}

export function openTurnMessages(start: TurnMessagesStart): TurnMessages {
  const { kind, role, prompt, history, allowedTools, required, border } = start
  const injections: string[] = []
  const messages = (...last: (string | undefined)[]): ChatMessage[] => [
    ...(prompt.system === '' ? [] : [{ role: 'system' as const, content: prompt.system }]),
    ...history.flatMap(({ question, answer }) => [
      { role: 'user' as const, content: question },
      { role: 'assistant' as const, content: answer },
    ]),
    { role: 'user', content: textOf(...last) },
  ]
  const textOf = (...last: (string | undefined)[]) =>
    [prompt.user, ...injections, ...last].filter(text => text !== undefined && text !== '').join('\n\n')
  const stepsLeft = ({ steps_max, steps_used }: Budget) => steps_max - steps_used
  const phase1 = kind === 'phase1'

  return {
    inject({ toolId, args, ok, errorCode, receiptId }, { text }) {
      injections.push(
        [
          JSON.stringify({ tool: toolId, args }),
          dataBlock(toolId, text, border),
          ...(ok ? [] : [`Tool error: ${errorCode ?? 'internal'}`]),
          `receipt_id: ${receiptId}`,
        ].join('\n'),
      )
    },
    forCall: (nonce, budget, correction) =>
      messages(
        correction && explainRefusedCall(correction),
        protocolBlock({ allowedTools, stepsLeft: stepsLeft(budget), required, phase1, nonce }),
      ),
    forDecision: (nonce, budget, correction) =>
      messages(
        correction && explainRefusedCall(correction),
        decisionBlock({ allowedTools, stepsLeft: stepsLeft(budget), nonce }, budget.bytes_max - budget.bytes_used),
      ),
    forFinal({ forced, correction, refused }) {
      const asking = usesTools({ kind }) ? answerNow(kind, forced) : undefined
      if (!correction) return messages(asking)
      const { reason, detail = '' } = correction
      const words = { words: explainReason(reason), detail, form: acceptableForm(reason, role) }
      const again = retryPrompt(textOf(asking), words, refused, kind === 'phase2', border)
      return [...messages().slice(0, -1), { role: 'user', content: again }]
    },
  }
}

function explainRefusedCall(correction: Rejection): string {
  return `Your reply was not accepted and no tool ran: ${explainRejection(correction)}. Answer again.`
}

/** After the data the request has the last word. */
function answerNow(kind: TurnKind, forced: ForcedBy | undefined): string {
  return [
    ...(forced === 'step-limit' ? ['No further tool can run: all calls of this turn are used (step-limit).'] : []),
    ...(forced === 'output-limit' ? ['No further tool can run: no more results fit in this turn (output-limit).'] : []),
    kind === 'tools+json'
      ? 'Answer the request above now with one JSON object that fits the schema, and nothing else.'
      : `Answer the request above now, in prose, without calling a tool. ${evidenceReminder}`,
  ].join('\n')
}

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
  'quote-not-found': 'the quote is not in the cited place',
  'missing-location': 'what is said about structure needs a line, a section or an outline entry',
  'location-out-of-range': 'the cited place does not exist',
  'missing-scope': 'the Evidence line does not say what was checked or is asked for',
  'absence-contradicted': 'what is said to be absent is in a file of the scope',
  'receipt-mismatch': 'the cited receipt is not about what is cited',
  'scope-not-covered': 'the cited receipts do not cover the whole scope',
}

const rejections: { readonly [code in RejectionCode]: string } = {
  tool_call_invalid_format: 'it is not exactly one JSON object of the form below',
  tool_call_multiple: 'it holds more than one JSON object',
  tool_call_unknown_tool: 'this turn does not have that tool',
  tool_call_nonce_invalid: 'the nonce is not the one of this step',
  tool_call_invalid_args: 'the arguments do not fit the tool',
  tool_call_output_limit: 'no more results fit in this turn',
}

/** Why an answer was refused, in words for the model that gave it. */
function explainReason(reason: string): string {
  if (reason === 'schema_invalid') return 'it is not one JSON object that fits the schema'
  // The reasons of the evidence check are the keys of the table.
  return reasons[reason as RejectionReason] ?? 'it does not fit'
}

function explainRejection({ code, detail }: Rejection): string {
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
function acceptableForm(reason: string, role: string): string {
  return formByReason[reason] ?? (roleNamed(role).key === 'planner' ? forms.structural : forms.content)
}

interface PromptParts {
  registry: Pick<Registry, 'roleSettings'>
  issues: readonly Issue[]
  /** Those of this turn, as the catalog describes them. */
  tools: readonly Tool[]
  border: () => string
}

/** What a turn begins with, without the block on calling tools. A raw turn is its message and nothing else. */
export function firstPrompt(spec: TurnSpec, { registry, issues, tools, border }: PromptParts): Prompt {
  const { agent, message, kind } = spec
  if (kind === 'raw') return { system: '', user: message }
  if (kind === 'phase1') return phase1Prompt({ message, tools })
  if (kind === 'phase2')
    return phase2Prompt({ agent, registry, message, results: toBufferedResults(spec.results), border })
  if (kind === 'step') {
    const { frame = '', materials = [] } = spec
    return stepPrompt({ agent, registry, message, frame, materials, results: toBufferedResults(spec.results), border })
  }
  const outputSchema = spec.answer?.schema
  if (kind === 'json' && spec.bare) return jsonPrompt(message, outputSchema ?? {})
  return toolsPrompt({
    agent,
    registry,
    message,
    issues,
    tools: kind === 'json' ? [] : tools,
    ...(spec.memory !== undefined && { memory: spec.memory }),
    ...(outputSchema && { outputSchema }),
    skipToolCatalog: spec.skipToolCatalog ?? false,
    skipGrounding: spec.skipGrounding ?? false,
    border,
  })
}

const maxResultBytes = { each: 12_000, together: 48_000 }

/** The results of a round or a run as lines, each within its share of the bytes. */
function toBufferedResults(results: readonly ToolOutcome[] = []): BufferedResult[] {
  const rendered = results.map(({ text }) => renderOutput(text))
  const shares = fairShares(
    rendered.map(text => Buffer.byteLength(text)),
    maxResultBytes.each,
    maxResultBytes.together,
  )
  return results.map(({ receiptId, toolId, ok, errorCode, text }, index) => ({
    receiptId,
    toolId,
    ok,
    ...(errorCode !== undefined && { errorCode }),
    text: truncateTo(rendered[index] ?? '', text, shares[index] ?? 0),
  }))
}

/** The marker names the whole output, which the receipt's blob holds. */
function truncateTo(rendered: string, output: string, bytes: number): string {
  if (Buffer.byteLength(rendered) <= bytes) return rendered
  const ending = `\n${truncationMarker(output)}`
  return `${cutTo(rendered, Math.max(0, bytes - Buffer.byteLength(ending)))}${ending}`
}
