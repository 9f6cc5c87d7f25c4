import { instant, type PlatformParts } from '../platform/parts.ts'
import { isActivation, listedIssues, ownResults } from '../platform/turn-facts.ts'
import type { TurnObserver } from '../turns/turn.ts'
import { issueMemoryStore, withAct, withActivation } from './issue-memory.ts'

type Parts = Pick<PlatformParts, 'control' | 'clock' | 'issues'>

/** Remembers that an agent was at work, and which issues its tools showed it. */
export function memoryObserver(parts: Parts): TurnObserver {
  return async (spec, outcome) => {
    if (!isActivation(outcome)) return
    const listed = ownResults(spec, outcome).flatMap(listedIssues)
    const issues = listed.length === 0 ? [] : await parts.issues.all()
    const seen = listed.flatMap(id => issues.find(issue => issue.id === id) ?? [])
    const at = instant(parts)
    await issueMemoryStore(parts.control, 'kill').change(memory => ({
      next: seen.reduce(
        (after, issue) => withAct(after, spec.agent, issue, { given: { act: 'access' }, at }),
        withActivation(memory, spec.agent.id),
      ),
      result: null,
    }))
  }
}
