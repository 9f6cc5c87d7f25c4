import { turnKey } from '../workspace/refs.ts'
import type { Citation, ReportItem, ReportProject } from './schema.ts'

/** A text that a work item is found by. */
interface ItemText {
  text: string
  /** Left out where the citations of the item apply. */
  citations?: Citation[]
}

/** The title first, then what came of it, then what was asked and done. */
export function itemTexts(item: ReportItem, { source_user_messages }: ReportProject): ItemText[] {
  const own = new Set(item.covered_turns.map(turnKey))
  const said = source_user_messages.filter(turn => own.has(turnKey(turn))).flatMap(({ messages }) => messages)
  const claims = [...item.outcomes, ...item.terminal_states]
  const plain = [item.trigger_summary, item.agent_reaction_summary, ...item.main_actions, item.reason, ...said]
  return [
    { text: item.title, ...(item.support.title.length > 0 && { citations: item.support.title }) },
    ...claims.map(({ summary, citations }) => ({ text: summary, citations })),
    ...plain.flatMap(text => (text === null ? [] : [{ text }])),
  ]
}
