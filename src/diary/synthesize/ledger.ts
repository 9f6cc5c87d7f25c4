import { artifactCategory } from '../extract/project-path.ts'
import { type CheckKind, checkKinds, type TurnFacts } from '../schema.ts'
import { spanIn } from '../workspace/line-spans.ts'
import type { Turn } from './node.ts'

type Check = TurnFacts['checks'][number]

/** The last run of a kind of check that says something, held against the edits of the files it covers. */
export interface LedgerEntry {
  kind: CheckKind
  verdict: 'pass' | 'fail' | 'unknown'
  check: Check
  /** The turn that ran it. */
  node: Turn
  /** The files that changed, or may have changed, after it. */
  changedAfter: ReadonlySet<string>
}

/** For each kind of check that ran in a piece of work, how far its last run can be relied on. Nodes are in order. */
export function checkLedger(component: readonly Turn[]): LedgerEntry[] {
  return checkKinds.flatMap(kind => {
    const runs = component.flatMap(node =>
      (node.facts?.checks ?? []).flatMap(check => (check.kind === kind ? [{ check, node }] : [])),
    )
    const last =
      runs.findLast(({ check }) => check.verdict === 'pass' || check.verdict === 'fail') ??
      runs.findLast(({ check }) => check.verdict === 'unknown')
    if (!last || last.check.verdict === 'not_run') return []
    const meant = wholeRun(last, runs, component) ?? last
    const { verdict } = last.check
    return [{ kind, verdict, ...meant, changedAfter: changedAfter(meant.check, meant.node, component) }]
  })
}

interface Run {
  check: Check
  node: Turn
}

/** Where the last run was of some tests only and passed: one of all tests that passed after the last edit as well. */
function wholeRun({ check }: Run, runs: readonly Run[], component: readonly Turn[]): Run | undefined {
  if (check.verdict !== 'pass' || !isSelection(check)) return undefined
  const whole = runs.findLast(run => !isSelection(run.check) && ['pass', 'fail'].includes(run.check.verdict))
  return whole?.check.verdict === 'pass' && changedAfter(whole.check, whole.node, component).size === 0
    ? whole
    : undefined
}

/** Whether the command names the tests that are run. */
export function isSelection({ command }: Pick<Check, 'command'>): boolean {
  return selection.test(command)
}

const selection =
  /\s(?:-run[= ]|-(?:t|g|R) \S|--(?:filter|grep|tests|testNamePattern|test-name-pattern|gtest_filter)[= ]|-Dtest=|-only-testing)|\bpytest\b.{0,200}?(?: -k |::)/

/** Whether any file that checks cover was changed. */
export function hasCoveredEdits(component: readonly Turn[]): boolean {
  return component.some(node => coveredFiles(node).length > 0)
}

function changedAfter(check: Check, node: Turn, component: readonly Turn[]): Set<string> {
  const place = component.indexOf(node)
  const later = component.flatMap((other, index) => {
    if (other === node) return coveredFiles(node).filter(file => isLater(file, check, node))
    const follows = other.session_ref === node.session_ref ? index > place : mayFollow(other, node)
    return follows ? coveredFiles(other) : []
  })
  return new Set(later.map(({ path }) => path))
}

/** Documents, pictures, settings of agents and files outside the project are not what checks look at. */
function coveredFiles({ facts }: Turn): TurnFacts['files'] {
  return (facts?.files ?? []).filter(({ path }) => !path.startsWith('…/') && artifactCategory(path) === 'code_outcome')
}

/** Within one turn the lines say what came first; where they are not known, what the chain cites. */
function isLater(file: TurnFacts['files'][number], { lines }: Check, { chain }: Turn): boolean {
  const ran = spanIn(lines)
  if (ran && file.last_line !== null) return file.last_line > ran.start
  const cited = (categories: readonly string[]) =>
    Math.max(
      0,
      ...chain.outcomes
        .filter(({ category }) => categories.includes(category))
        .flatMap(({ citations }) => citations.map(each => spanIn(each.lines)?.end ?? 0)),
    )
  return cited(['code_outcome']) > cited(['validation_outcome', 'blocker_outcome'])
}

/** Turns of two sessions may run side by side; then it is not known what came first. */
function mayFollow(other: Turn, node: Turn): boolean {
  const [ended, began] = [Date.parse(other.facts?.last_at ?? ''), node.at]
  return Number.isNaN(ended) || began === undefined || ended > began
}
