import { requireAgent } from '../agents/edit-agents.ts'
import type { Registry } from '../agents/registry.ts'
import type { InterestAct } from '../memory/interest.ts'
import { issueMemoryStore, type PersonalView, personalView, withAct } from '../memory/issue-memory.ts'
import { instant, type RoomBase } from '../room-base.ts'
import type { JsonStore } from '../store/json-store.ts'
import { type IssueStore, requireIssue } from './store.ts'

interface Parts extends Pick<RoomBase, 'control' | 'clock'> {
  agents: JsonStore<Registry>
  issues: IssueStore
}

/** What an agent makes of an issue after it has looked at it, used it, dropped it or labelled it. */
export async function recordInterest(
  parts: Parts,
  { agentId, issueId, given }: { agentId: string; issueId: number; given: InterestAct },
): Promise<PersonalView> {
  const [agent, issue] = [await requireAgent(parts, agentId), await requireIssue(parts, issueId)]
  const at = instant(parts)
  if (given.act !== 'tags') parts.issues.touch(issueId, at)
  return issueMemoryStore(parts.control).change<PersonalView>(memory => {
    const next = withAct(memory, agent, issue, { given, at })
    return { next, result: personalView(next, agent, issue) }
  })
}
