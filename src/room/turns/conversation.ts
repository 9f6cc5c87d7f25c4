import type { ChatMessage } from '../../models/chat.ts'
import { type Prompt, retryPrompt } from '../prompts/assemble.ts'
import { dataBlock } from '../prompts/data-block.ts'
import { evidenceReminder } from '../prompts/evidence-rules.ts'
import { decisionBlock, protocolBlock } from '../prompts/protocol-block.ts'
import type { Budget } from '../protocol/budget.ts'
import type { InjectedOutput } from '../protocol/injected-output.ts'
import type { Rejection } from '../protocol/rejection.ts'
import type { ForcedBy } from '../protocol/turn-states.ts'
import { acceptableForm, explainReason, explainRejection } from './reasons.ts'
import type { ToolOutcome, TurnKind } from './turn.ts'

export interface ConversationStart {
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
export interface Conversation {
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

export function openConversation(start: ConversationStart): Conversation {
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
      const asking = mayCallTools(kind) ? answerNow(kind, forced) : undefined
      if (!correction) return messages(asking)
      const { reason, detail = '' } = correction
      const words = { words: explainReason(reason), detail, form: acceptableForm(reason, role) }
      const again = retryPrompt(textOf(asking), words, refused, kind === 'phase2', border)
      return [...messages().slice(0, -1), { role: 'user', content: again }]
    },
  }
}

function mayCallTools(kind: TurnKind): boolean {
  return kind === 'tools' || kind === 'tools+json' || kind === 'phase1'
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
