import type { Agent } from '../agents/registry.ts'
import { notFound } from '../faults.ts'
import type { InterestAct } from '../memory/interest.ts'
import { issueMemoryStore, type PersonalView, personalView, withAct } from '../memory/issue-memory.ts'
import { instant, type PlatformParts } from '../platform/parts.ts'
import type { Issue } from './schema.ts'

type Parts = Pick<PlatformParts, 'control' | 'clock' | 'agents' | 'issues'>

/** Agents keep their interests when they retire. */
export async function requireAgent({ agents }: Pick<Parts, 'agents'>, agentId: string): Promise<Agent> {
  const agent = (await agents.read()).agents.find(({ id }) => id === agentId)
  if (!agent) throw notFound('agent', { agentId })
  return agent
}

export async function requireIssue({ issues }: Pick<Parts, 'issues'>, issueId: number): Promise<Issue> {
  const issue = await issues.get(issueId)
  if (!issue) throw notFound('issue', { issueId })
  return issue
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
