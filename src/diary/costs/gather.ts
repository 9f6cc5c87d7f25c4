import { findCheckout } from '../../files/git-checkout.ts'
import { dayWindow } from '../dates/window.ts'
import { auditedFolders } from '../prepare/audit.ts'
import { loadPrices } from '../prices/price-table.ts'
import { orUndefined } from '../rejection.ts'
import { rowsCost, turnCost } from '../report/statistics.ts'
import type { DiarySettings } from '../settings.ts'
import { readCommit } from '../why/commit.ts'
import { Explainer, type Opened } from '../why/explain.ts'
import { GitFailed } from '../why/git.ts'
import { openRepository } from '../why/repository.ts'
import { loadEnvelope } from '../workspace/envelope.ts'
import { loadFacts } from '../workspace/facts.ts'
import { readWorkspace } from '../workspace/open.ts'
import { type DiaryProject, loadProjects, turnsOf } from '../workspace/project.ts'
import { turnKey } from '../workspace/refs.ts'
import { type SplitCosts, splitCosts } from './split.ts'
import { type CostThing, type CostTurn, thingsOf } from './things.ts'

/** The costs of a day by what they were for, and what the things are called; undefined for a day that is not prepared. */
export interface DayCosts extends SplitCosts {
  labels: Map<string, string>
  price_table: string
}

/** Without `opened` commits are those that turns are seen to make. */
export async function dayCosts(
  settings: DiarySettings,
  date: string,
  by: CostThing,
  opened: Opened | null,
): Promise<DayCosts | undefined> {
  const prices = await loadPrices(settings)
  const found = readWorkspace({ diary: settings }, date, async ({ root, metadata }) => {
    const projects = await loadProjects({ root, metadata })
    const labels = new Map<string, string>()
    const turns: CostTurn[] = []
    const folders = by === 'commit' ? await auditedFolders(settings.root, date) : new Map<string, string[]>()
    for (const project of projects) {
      const commits =
        by === 'commit' && opened
          ? await commitsOf(opened, { date, project, folders: folders.get(project.key) ?? [] }, labels)
          : undefined
      turns.push(...(await turnsIn(project, labels, by, commits)))
    }
    const things = thingsOf(by, turns)
    const spent = turns.map(({ facts }, i) => {
      const { total, at_least } = turnCost(facts, prices)
      return { usd: total, atLeast: at_least, turns: 1 as const, things: things[i] ?? [] }
    })
    const earlier = (metadata?.earlier_usage ?? []).map(each => {
      const { total, at_least } = rowsCost(each, prices)
      return { usd: total, atLeast: at_least, turns: 0 as const, things: [] }
    })
    return { ...splitCosts([...spent, ...earlier]), labels, price_table: prices.version }
  })
  return orUndefined(found)
}

type CommitsOfTurn = ReadonlyMap<string, ReadonlyMap<string, number>>

async function turnsIn(
  project: DiaryProject,
  labels: Map<string, string>,
  by: CostThing,
  commits: CommitsOfTurn | undefined,
): Promise<CostTurn[]> {
  const facts = await loadFacts(project)
  const items = (await orUndefined(loadEnvelope(project)))?.items ?? []
  const itemOf = new Map(items.flatMap(item => item.covered_turns.map(turn => [turnKey(turn), item] as const)))
  if (by === 'item') for (const item of items) labels.set(`${project.key}/${item.work_item_ref}`, item.title)
  return turnsOf(project).map(turn => {
    const known = facts.get(turnKey(turn))
    const made = new Map((known?.commits ?? []).map(({ hash, subject }) => [hash.slice(0, 10), subject]))
    if (by === 'commit' && !commits) {
      for (const [hash, subject] of made) labels.set(`${project.key}/${hash}`, subject)
    }
    return {
      project_key: project.key,
      facts: known,
      work_item_ref: itemOf.get(turnKey(turn))?.work_item_ref ?? null,
      commits: commits
        ? (commits.get(`${turn.row.source_session_id} ${turn.start}`) ?? new Map())
        : new Map([...made.keys()].map(hash => [hash, 1])),
    }
  })
}

interface ProjectOfDay {
  date: string
  project: DiaryProject
  folders: readonly string[]
}

/** How long after a day its work may be committed, and how many commits are looked at. */
const laterMs = 7 * 86_400_000
const mostCommits = 300

/** The commits of a day's project by turn; undefined where its repository is not on this machine. */
async function commitsOf(
  opened: Opened,
  { date, project, folders }: ProjectOfDay,
  labels: Map<string, string>,
): Promise<CommitsOfTurn | undefined> {
  const { surroundings, timezone } = opened.settings
  const folder = folders.find(each => findCheckout(each, surroundings.home))
  if (folder === undefined) return undefined
  const repository = await openRepository(folder, surroundings.home)
  const { start, end } = dayWindow(date, timezone)
  const range = [`--since=@${Math.floor(start / 1000)}`, `--until=@${Math.ceil((end + laterMs) / 1000)}`]
  try {
    const list = await repository.git(['log', '--all', '--no-merges', ...range, `-${mostCommits}`, '--format=%H'])
    const explainer = new Explainer(opened, repository)
    const byTurn = new Map<string, Map<string, number>>()
    const seen = new Set<string>()
    for (const hash of list.toString('utf8').split('\n')) {
      if (hash === '') continue
      const change = await readCommit(repository.git, hash)
      // What a rebase copied is one commit.
      const same = `${change.authoredAt} ${change.subject}`
      if (seen.has(same)) continue
      seen.add(same)
      const name = change.hash.slice(0, 10)
      for (const { turn, lines, madeCommit, confidence } of explainer.attribute(change).turns) {
        const writer = confidence === 'uncertain' ? undefined : explainer.find(turn)
        if (!writer) continue
        const key = `${writer.transcript.sessionId.toWellFormed()} ${writer.turn.startLine}`
        const commits = byTurn.get(key) ?? new Map<string, number>()
        byTurn.set(key, commits.set(name, lines + (madeCommit ? 1 : 0)))
        labels.set(`${project.key}/${name}`, change.subject.toWellFormed())
      }
    }
    return byTurn
  } catch (error) {
    if (error instanceof GitFailed) return undefined
    throw error
  }
}
