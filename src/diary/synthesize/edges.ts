import { branchTopic } from './branches.ts'
import { changesSomething, jaccard, keywordsOf, type Node, sharedCount, type Turn } from './node.ts'
import { threadsOf } from './threads.ts'

/** Joins nodes, given in their order, that belong to one piece of work. */
export function groupNodes(nodes: readonly Node[]): Groups {
  const groups = new Groups(nodes.length)
  const units = unitsOf(nodes, groups)
  samePlan(units, groups)
  sameBranch(units, groups)
  committedTogether(units, groups)
  sameFiles(units, nodes.length, groups)
  sameGoal(nodes, groups)
  return groups
}

/** A thread of a session. */
interface Unit {
  /** Of its first node. */
  index: number
  nodes: readonly Node[]
  first: Node
  last: Node
  files: ReadonlySet<string>
  topic: ReadonlySet<string>
  /** The last topic branch it was on; null where it has none. */
  branch: string | null
  /** Whether it holds anything of substance; what says too little is not joined by what it says. */
  isWeighty: boolean
}

const hour = 3_600_000

function unitsOf(nodes: readonly Node[], groups: Groups): Unit[] {
  const sessions = new Map<string, Node[]>()
  const places = new Map(nodes.map((node, index) => [node, index]))
  for (const node of nodes) enter(sessions, node.session_ref, node)
  const units = [...sessions.values()].flatMap(threadsOf).flatMap((thread): Unit[] => {
    const [first] = thread
    const last = thread.at(-1)
    const index = first && places.get(first)
    if (!first || !last || index === undefined) return []
    for (const node of thread) groups.join(index, places.get(node) ?? index)
    // A folder may be on the branch of another session, so the turns that changed something say which it is.
    const changing = thread.filter(changesSomething)
    const branches = (changing.length > 0 ? changing : thread).flatMap(({ facts }) =>
      branchTopic(facts?.branch ?? null) ? (facts?.branch ?? []) : [],
    )
    return [
      {
        index,
        nodes: thread,
        first,
        last,
        files: new Set(thread.flatMap(({ ownFiles }) => [...ownFiles])),
        topic: new Set(thread.flatMap(({ topic }) => [...topic])),
        branch: branches.at(-1) ?? null,
        isWeighty: thread.some(({ chain }) => chain.materiality !== 'none'),
      },
    ]
  })
  return units.sort((one, other) => one.index - other.index)
}

const plansWithin = 0.5 * hour

/** A plan is made in one session and carried out in another that begins with it. */
function samePlan(units: readonly Unit[], groups: Groups): void {
  let waiting: Unit[] = []
  for (const unit of units) {
    const heading = plannedIn(unit.first)
    if (heading !== null) {
      const maker = waiting.findLast(
        each => each !== unit && (carriesOut(each, heading) || isSoonAfter(each.last, unit.first, plansWithin)),
      )
      if (maker) groups.join(maker.index, unit.index)
    }
    if (unit.nodes.some(isPlanning)) waiting = [...waiting.slice(-20), unit]
  }
}

/** The heading of the plan that a message hands over to be carried out. */
export function plannedIn({ chain }: Turn): string | null {
  const said = chain.trigger.quoted_messages[0]?.text ?? ''
  if (!/^(?:please )?implement (?:the following|this) plan ?[:：]?\s*\n/i.test(said.trimStart())) return null
  return /^#+ (?:Plan: *|Implementation Plan: *)?(.+)$/im.exec(said)?.[1]?.trim() ?? ''
}

function isPlanning({ facts }: Node): boolean {
  return facts?.plan !== null && facts?.plan !== undefined ? true : (facts?.tools.ExitPlanMode ?? 0) > 0
}

function carriesOut({ nodes }: Unit, heading: string): boolean {
  return heading !== '' && nodes.some(({ facts }) => facts?.plan === heading)
}

/** What is done on one topic branch and is about the same files or things is one piece of work. */
function sameBranch(units: readonly Unit[], groups: Groups): void {
  const branches = new Map<string, Unit[]>()
  for (const unit of units) if (unit.branch !== null && unit.isWeighty) enter(branches, unit.branch, unit)
  for (const [branch, own] of branches) {
    const named = keywordsOf([branchTopic(branch) ?? ''])
    const holders = new Map<string, Unit>()
    for (const unit of own) {
      const about = [...unit.files, ...[...unit.topic].map(word => `:${word}`)]
      // What is about the branch's own topic belongs together even where nothing else is shared.
      if ([...named].some(word => unit.topic.has(word))) about.push('')
      for (const each of about) {
        const other = holders.get(each)
        if (other) groups.join(other.index, unit.index)
        holders.set(each, unit)
      }
    }
  }
}

/** A commit takes in what its session had edited on the branch since the commit before. */
function committedTogether(units: readonly Unit[], groups: Groups): void {
  const edited = new Map<string, Unit[]>()
  for (const unit of units) {
    for (const node of unit.nodes) {
      const key = JSON.stringify([node.session_ref, node.facts?.branch ?? null])
      if ((node.facts?.commits.length ?? 0) > 0) {
        for (const before of edited.get(key) ?? []) groups.join(before.index, unit.index)
        edited.delete(key)
      } else if (node.files.size > 0 && edited.get(key)?.at(-1) !== unit) enter(edited, key, unit)
    }
  }
}

function sameFiles(units: readonly Unit[], total: number, groups: Groups): void {
  const editors = new Map<string, number>()
  for (const { nodes } of units) {
    for (const { ownFiles } of nodes) for (const file of ownFiles) editors.set(file, (editors.get(file) ?? 0) + 1)
  }
  const most = Math.max(hubs, 0.3 * total)
  const isHub = (file: string) => (editors.get(file) ?? 0) > most
  const rareWords = rareWordsOf(units)
  const holders = new Map<string, Unit[]>()
  for (const unit of units) {
    if (!unit.isWeighty) continue
    const files = new Set([...unit.files].filter(file => !isHub(file)))
    const candidates = new Set([...files].flatMap(file => (holders.get(file) ?? []).slice(-compared)))
    for (const other of candidates) {
      if (groups.areJoined(unit.index, other.index)) continue
      if (!isSoonAfter(other.last, unit.first, 6 * hour) || !mayShareBranch(other, unit)) continue
      const theirs = new Set([...other.files].filter(file => !isHub(file)))
      // Two pieces of work may well meet in a file, so the words have to agree as well.
      const words = sharedCount(rareWords(unit), rareWords(other))
      const isPart = sharedCount(files, theirs) === Math.min(files.size, theirs.size)
      const isNear = isSoonAfter(other.last, unit.first, 2 * hour)
      if ((jaccard(files, theirs) >= 0.5 && words >= 2) || (isPart && isNear && words >= 3))
        groups.join(other.index, unit.index)
    }
    for (const file of files) enter(holders, file, unit)
  }
}

/** The words of a unit that few others use. */
function rareWordsOf(units: readonly Unit[]): (unit: Unit) => ReadonlySet<string> {
  const users = new Map<string, number>()
  for (const { topic } of units) for (const word of topic) users.set(word, (users.get(word) ?? 0) + 1)
  const most = Math.max(2, 0.25 * units.length)
  return ({ topic }) => new Set([...topic].filter(word => (users.get(word) ?? 0) <= most))
}

const hubs = 3
/** Of the many that edit one file only so many are compared, the nearest in time. */
const compared = 20

/**
 * Messages that share at least half of their words also share one of their rarest, so only those are looked up: of n
 * words, any n/2 + 1 hold one of them.
 */
function sameGoal(nodes: readonly Node[], groups: Groups): void {
  const members = nodes.map((node, index) => ({ node, index })).filter(({ node }) => node.chain.materiality !== 'none')
  const frequency = new Map<string, number>()
  for (const { node } of members) for (const word of node.keywords) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  const rarity = (one: string, other: string) =>
    (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0) || (one < other ? -1 : 1)
  const holders = new Map<string, Member[]>()
  for (const member of members) {
    const { keywords } = member.node
    if (keywords.size < 3) continue
    const rarest = [...keywords].sort(rarity).slice(0, Math.floor(keywords.size / 2) + 1)
    const candidates = new Set(rarest.flatMap(word => holders.get(word) ?? []))
    for (const other of candidates) {
      if (groups.areJoined(member.index, other.index) || !haveOneBranch(member.node, other.node)) continue
      if (sharedCount(keywords, other.node.keywords) < 3 || jaccard(keywords, other.node.keywords) < 0.5) continue
      groups.join(other.index, member.index)
    }
    for (const word of rarest) enter(holders, word, member)
  }
}

interface Member {
  node: Node
  index: number
}

function enter<T>(lists: Map<string, T[]>, key: string, value: T): void {
  const known = lists.get(key)
  if (known) known.push(value)
  else lists.set(key, [value])
}

function isSoonAfter(one: Node, other: Node, most: number): boolean {
  const [first, second] = [one.at, other.at]
  return first !== undefined && second !== undefined && Math.abs(second - first) <= most
}

function mayShareBranch(one: Unit, other: Unit): boolean {
  return one.branch === null || other.branch === null || one.branch === other.branch
}

function haveOneBranch({ facts: one }: Node, { facts: other }: Node): boolean {
  const [first, second] = [one?.branch ?? null, other?.branch ?? null]
  return first === null || second === null || first === second
}

/** Union–find over the numbers below `size`. */
class Groups {
  readonly #parent: Int32Array

  constructor(size: number) {
    this.#parent = Int32Array.from({ length: size }, (_, index) => index)
  }

  find(member: number): number {
    let root = member
    while (this.#up(root) !== root) root = this.#up(root)
    for (let at = member; at !== root; ) {
      const next = this.#up(at)
      this.#parent[at] = root
      at = next
    }
    return root
  }

  join(one: number, other: number): void {
    const [first, second] = [this.find(one), this.find(other)]
    // The smaller number leads, so that the groups do not depend on the order of joining.
    this.#parent[Math.max(first, second)] = Math.min(first, second)
  }

  areJoined(one: number, other: number): boolean {
    return this.find(one) === this.find(other)
  }

  #up(member: number): number {
    return this.#parent[member] ?? member
  }
}
