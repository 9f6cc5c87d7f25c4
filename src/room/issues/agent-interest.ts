import { requireAgent } from '../agents/edit-agents.ts'
import type { Registry } from '../agents/registry.ts'
import {
  type InterestAct,
  type IssueMemory,
  issueMemoryStore,
  memoryOf,
  type PersonalView,
  personalView,
  usualInterest,
  withAct,
} from '../memory/issue-memory.ts'
import { instant, type RoomBase } from '../room-base.ts'
import type { JsonStore } from '../store/json-store.ts'
import type { IssueReader, ToolIssue } from '../tools/tool.ts'
import { endExpiredFreeze, summaryInListings } from './levels.ts'
import type { Issue } from './schema.ts'
import { type IssueStore, requireIssue } from './store.ts'

interface Parts extends Pick<RoomBase, 'control' | 'clock'> {
  agents: JsonStore<Registry>
  issues: IssueStore
}

/** The issues as tools see them, with the interest of every agent. */
export function toolIssues(parts: Parts): IssueReader {
  return {
    async list() {
      const [issues, registry] = [await parts.issues.all(), await parts.agents.read()]
      const memory = await issueMemoryStore(parts.control).read()
      return issues.map(issue => toolIssue(endExpiredFreeze(issue, parts.clock()), registry, memory))
    },
  }
}

function toolIssue(issue: Issue, registry: Registry, memory: IssueMemory): ToolIssue {
  const { id, title, status, priority, assignedTo, tags, epistemicStatus, createdAt, updatedAt } = issue
  const conferenceId = conferenceOf(issue)
  return {
    id,
    title,
    status,
    priority,
    assignedTo,
    assignedName: registry.agents.find(agent => agent.id === assignedTo)?.name ?? null,
    tags,
    epistemicStatus,
    createdAt,
    updatedAt,
    summary: summaryInListings(issue),
    ...(conferenceId !== undefined && { conferenceId }),
    personal: personalViews(issue, registry, memory),
  }
}

/** An archive names its conference; those of older versions have it in their title. */
function conferenceOf({ conferenceId, openedBy, title }: Issue): string | undefined {
  if (conferenceId !== undefined) return conferenceId
  return openedBy === 'conference' ? /\bconf_[0-9a-f]{16}\b/.exec(title)?.[0] : undefined
}

/** The views of agents that have looked at the issue, or whose interest is limited below the usual one. */
function personalViews(issue: Issue, { agents }: Registry, memory: IssueMemory): ToolIssue['personal'] {
  const concerned = agents.filter(
    ({ id, memoryProfile }) =>
      Object.hasOwn(memoryOf(memory, id).issues, issue.id) || (memoryProfile?.maxInterestLevel ?? 5) < usualInterest,
  )
  return Object.fromEntries(
    concerned.map(agent => {
      const { interest, tags } = personalView(memory, agent, issue)
      return [agent.id, { interest, tags }]
    }),
  )
}

/** Records that an agent has looked at an issue, used it, dropped it or tagged it. */
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
