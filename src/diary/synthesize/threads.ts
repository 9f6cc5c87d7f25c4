import { branchTopic } from './branches.ts'
import { lastVerdicts, type Node } from './node.ts'
import { hasWholeRequest } from './wording.ts'

const hour = 3_600_000
const halfHour = hour / 2
const remembered = 8

/** The turns of a session, given in order, in runs that are about one thing. */
export function threadsOf(session: readonly Node[]): Node[][] {
  const threads: Node[][] = []
  for (const node of session) {
    const open = threads.at(-1)
    if (open && goesOn(open, node)) open.push(node)
    else threads.push([node])
  }
  return threads
}

/**
 * Whether a turn goes on with the thread before it. People stay with a topic, so it does unless its words and its files
 * say otherwise.
 */
function goesOn(thread: readonly Node[], node: Node): boolean {
  const before = thread.at(-1)
  if (!before) return false
  const pause = node.at !== undefined && before.at !== undefined ? node.at - before.at : 0
  if (isReply(before, node) || runsFailedCheck(before, node)) return pause <= 12 * hour
  const recent = [...thread.slice(0, 1), ...thread.slice(-remembered)]
  if (recent.some(each => sharesFile(each, node))) return true
  const shared = sharedWords(node, recent)
  const isBreak = pause > 3 * hour || endsWork(before) || leavesBranch(before, node)
  const isElsewhere = node.ownFiles.size > 0 && thread.some(({ ownFiles }) => ownFiles.size > 0)
  if (node.startsAnew) return false
  if (handsOver(node) || asksBack(node)) return pause <= 2 * hour
  if (node.isBare) return pause <= 2 * hour || shared > 0
  // “Now translate the mails”, after a while and in other files, only seems to go on.
  const isLater = pause > halfHour && isOwnRequest(node)
  if (node.pointsBack) return shared > 0 || !((isBreak || isLater) && isElsewhere)
  return shared >= (isBreak || isElsewhere ? 2 : 1)
}

/** What is pushed, proposed or posted without an edit is what was done before it; issues may be about anything. */
function handsOver({ files, facts }: Node): boolean {
  const deeds = facts?.deeds ?? []
  return files.size === 0 && deeds.length > 0 && deeds.every(({ kind }) => handingOver.has(kind))
}

const handingOver: ReadonlySet<string> = new Set([
  'push',
  'merge',
  'rebase',
  'tag',
  'pull_request',
  'review',
  'comment',
  'release',
])

/** An agent that only asks something back means what it has at hand. */
function asksBack({ chain, facts }: Node): boolean {
  return chain.materiality === 'none' && facts?.waits_for_answer === true
}

function isOwnRequest({ chain }: Node): boolean {
  return hasWholeRequest(chain.trigger.quoted_messages[0]?.text ?? '')
}

/** An approval, a correction, an answer: the message means nothing without what it follows. */
function isReply(before: Node, node: Node): boolean {
  const { type } = node.chain.trigger
  if (type === 'user_correction' || type === 'user_approval' || type === 'resume_or_continue') return true
  if (type === 'implicit_context' || node.facts?.trigger_kind === 'steering') return true
  const asked = before.facts?.waits_for_answer || before.chain.terminal_state.type === 'clarification_only'
  const unfinished = before.chain.terminal_state.type === 'interrupted' || before.chain.terminal_state.type === 'failed'
  return !node.startsAnew && (asked || unfinished || node.facts?.continued === true)
}

/** The turn runs the check again that failed before it. */
function runsFailedCheck(before: Node, node: Node): boolean {
  const runs = new Set(node.facts?.checks.map(({ kind }) => kind))
  return [...lastVerdicts(before)].some(([kind, verdict]) => verdict === 'fail' && runs.has(kind))
}

function sharesFile(one: Node, other: Node): boolean {
  for (const file of one.ownFiles) if (other.ownFiles.has(file)) return true
  return false
}

/** The words both are about; the general words of the trade do not count. */
function sharedWords(node: Node, others: readonly Node[]): number {
  let count = 0
  for (const word of node.topic) if (others.some(({ topic }) => topic.has(word))) count++
  return count
}

/** What was committed or handed over is done. */
function endsWork({ facts }: Node): boolean {
  return facts !== undefined && (facts.commits.length > 0 || facts.deeds.length > 0)
}

/** From one topic branch to another, or back to the trunk; a branch made for the work in hand does not count. */
function leavesBranch(before: Node, node: Node): boolean {
  const [from, to] = [before.facts?.branch ?? null, node.facts?.branch ?? null]
  return from !== null && to !== null && from !== to && branchTopic(from) !== null
}
