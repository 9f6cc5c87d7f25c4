import { jaccard, lastVerdicts, type Node, sharedCount } from './node.ts'

/** Joins nodes, given in their order, that belong to one piece of work. */
export function groupNodes(nodes: readonly Node[]): Groups {
  const groups = new Groups(nodes.length)
  const sessions = bySession(nodes)
  for (const session of sessions) followUps(session, groups)
  // A turn without any substance says too little to be joined by what it says.
  const weighty = (member: Member) => member.node.chain.materiality !== 'none'
  const members = nodes.map((node, index) => ({ node, index })).filter(weighty)
  sameFiles(members, nodes.length, groups)
  sameGoal(members, groups)
  for (const session of sessions) {
    sameThread(session.filter(weighty), groups)
    testThenFix(session, groups)
    committedTogether(session.filter(weighty), groups)
  }
  return groups
}

interface Member {
  node: Node
  index: number
}

const hour = 3_600_000

function bySession(nodes: readonly Node[]): Member[][] {
  const sessions = new Map<string, Member[]>()
  for (const [index, node] of nodes.entries()) enter(sessions, node.session_ref, { node, index })
  return [...sessions.values()]
}

const followUpTypes: readonly string[] = ['user_correction', 'user_approval', 'resume_or_continue']

function followUps(session: readonly Member[], groups: Groups): void {
  for (const [before, member] of pairs(session)) {
    const follows =
      followUpTypes.includes(member.node.chain.trigger.type) || member.node.facts?.trigger_kind === 'steering'
    if (follows && isWithin(before, member, 12 * hour)) groups.join(before.index, member.index)
  }
}

function sameFiles(members: readonly Member[], total: number, groups: Groups): void {
  const own = nonHubFiles(
    members.map(({ node }) => node),
    total,
  )
  const editors = new Map<string, Member[]>()
  for (const member of members) {
    const files = own(member.node)
    const candidates = new Set([...files].flatMap(file => editors.get(file) ?? []))
    for (const other of candidates) {
      if (groups.areJoined(member.index, other.index)) continue
      if (!isWithin(other, member, 6 * hour) || !mayShareBranch(other, member)) continue
      const theirs = own(other.node)
      if (3 * sharedCount(files, theirs) >= Math.min(files.size, theirs.size)) groups.join(other.index, member.index)
    }
    for (const file of files) enter(editors, file, member)
  }
}

/**
 * Messages that share at least half of their words also share one of their rarest, so only those are looked up: of n
 * words, any n/2 + 1 hold one of them.
 */
function sameGoal(members: readonly Member[], groups: Groups): void {
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
      if (groups.areJoined(member.index, other.index)) continue
      if (sharedCount(keywords, other.node.keywords) < 3 || jaccard(keywords, other.node.keywords) < 0.5) continue
      groups.join(other.index, member.index)
    }
    for (const word of rarest) enter(holders, word, member)
  }
}

function sameThread(session: readonly Member[], groups: Groups): void {
  for (const [position, member] of session.entries()) {
    for (let before = position - 1; before >= 0; before--) {
      const other = session[before]
      if (!other || groups.areJoined(member.index, other.index)) continue
      // The session is in order of time, so everything further back is further away.
      if (!isWithin(other, member, 1.5 * hour)) break
      if (mayShareBranch(other, member) && jaccard(member.node.keywords, other.node.keywords) >= 0.2) {
        groups.join(other.index, member.index)
      }
    }
  }
}

function testThenFix(session: readonly Member[], groups: Groups): void {
  for (const [before, member] of pairs(session)) {
    if ([before, member].some(({ node }) => node.chain.materiality === 'none')) continue
    const runs = new Set(member.node.facts?.checks.map(({ kind }) => kind))
    const again = [...lastVerdicts([before.node])].some(([kind, { verdict }]) => verdict === 'fail' && runs.has(kind))
    if (again) groups.join(before.index, member.index)
  }
}

function committedTogether(session: readonly Member[], groups: Groups): void {
  let edited: Member[] = []
  for (const member of session) {
    const commits = member.node.facts?.commits ?? []
    if (commits.length > 0) {
      for (const before of edited) groups.join(before.index, member.index)
      edited = []
    } else if (member.node.files.size > 0) edited.push(member)
  }
}

function enter(lists: Map<string, Member[]>, key: string, member: Member): void {
  const known = lists.get(key)
  if (known) known.push(member)
  else lists.set(key, [member])
}

function pairs(session: readonly Member[]): Array<[Member, Member]> {
  return session.slice(1).flatMap((member, index) => {
    const before = session[index]
    return before ? [[before, member] satisfies [Member, Member]] : []
  })
}

function isWithin(one: Member, other: Member, most: number): boolean {
  const [first, second] = [one.node.at, other.node.at]
  return first !== undefined && second !== undefined && Math.abs(second - first) <= most
}

function mayShareBranch(one: Member, other: Member): boolean {
  const [first, second] = [one.node.facts?.branch ?? null, other.node.facts?.branch ?? null]
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

/** The edited files of a node that distinguish one piece of work from another: not those that nearly everything touches. */
function nonHubFiles(nodes: readonly Node[], total: number): (node: Node) => ReadonlySet<string> {
  const editors = new Map<string, number>()
  for (const { files } of nodes) for (const file of files) editors.set(file, (editors.get(file) ?? 0) + 1)
  const most = Math.max(3, 0.3 * total)
  const isHub = (file: string) => (editors.get(file) ?? 0) > most || isCommonplace(file)
  const own = new Map(nodes.map(node => [node, new Set([...node.files].filter(file => !isHub(file)))]))
  return node => own.get(node) ?? new Set()
}

const commonplace = new Set([
  'package.json',
  'CHANGELOG.md',
  'README.md',
  '.gitignore',
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'bun.lockb',
  'go.sum',
])

function isCommonplace(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return commonplace.has(name) || name.endsWith('.lock')
}
