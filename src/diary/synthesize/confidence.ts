import type { Confidence, WorkItem } from '../schema.ts'
import { spanIn } from '../workspace/line-spans.ts'
import { lastVerdicts, type Node } from './node.ts'
import type { Draft } from './outcomes.ts'

/** How far an outcome can be trusted, by what happened to it afterwards. */
export function confidenceOf(draft: Draft, component: readonly Node[]): Confidence {
  if (draft.category === 'decision_outcome' || draft.isCommit || wasSettled(draft, component)) return 'high'
  const lastCheck = component.flatMap(node => node.facts?.checks ?? []).at(-1)
  const interrupted = draft.nodes.some(
    ({ chain, facts }) => facts?.interrupted || chain.terminal_state.type === 'interrupted',
  )
  return lastCheck?.verdict === 'fail' || interrupted ? 'low' : 'medium'
}

const unsettled: readonly string[] = ['blocked', 'interrupted', 'failed', 'evidence_gap']

export function itemConfidence({
  outcomes,
  terminal_states,
}: Pick<WorkItem, 'outcomes' | 'terminal_states'>): Confidence {
  if (unsettled.includes(terminal_states.at(-1)?.type ?? '')) return 'low'
  return outcomes.some(({ confidence }) => confidence === 'high') ? 'high' : 'medium'
}

const aboutEdits: readonly string[] = [
  'code_outcome',
  'document_outcome',
  'validation_outcome',
  'process_outcome',
  'other',
]

/** Committed, or tested or built with success, after the last edit it is about. */
function wasSettled({ category, nodes }: Draft, component: readonly Node[]): boolean {
  if (!aboutEdits.includes(category)) return false
  const described = category === 'validation_outcome' ? component : nodes
  const lastEdit = described.findLast(({ files }) => files.size > 0)
  if (!lastEdit) return nodes.some(passes)
  const later = component.slice(component.indexOf(lastEdit))
  return later.some(
    node => (node.facts?.commits.length ?? 0) > 0 || (passes(node) && (node !== lastEdit || passedAfterEdit(node))),
  )
}

function passes(node: Node): boolean {
  const last = lastVerdicts([node])
  return last.get('test')?.verdict === 'pass' || last.get('build')?.verdict === 'pass'
}

/** The facts do not tell what came first within a turn; the lines its outcomes cite do. */
function passedAfterEdit({ chain }: Node): boolean {
  const lastLine = (categories: readonly string[]) =>
    Math.max(
      0,
      ...chain.outcomes
        .filter(({ category }) => categories.includes(category))
        .flatMap(({ citations }) => citations.map(({ lines }) => spanIn(lines)?.end ?? 0)),
    )
  return lastLine(['validation_outcome']) >= lastLine(['code_outcome', 'document_outcome', 'process_outcome', 'other'])
}
