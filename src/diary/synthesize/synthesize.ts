import { groupBy } from '../../kernel/group.ts'
import { formatCount } from '../../kernel/numbers.ts'
import type { Chain, TurnFacts, TurnRef, WorkItem } from '../schema.ts'
import { nextRef, refOf, turnKey } from '../workspace/refs.ts'
import { courseOf, type DayCourse } from './day-course.ts'
import { groupNodes } from './edges.ts'
import { materialItem } from './material-item.ts'
import { inOrder, type Node, nodeOf, refsOf } from './node.ts'
import { questionOf } from './terminal-states.ts'

interface Material {
  /** Indexed turns that no work item covers. */
  uncovered: readonly TurnRef[]
  /** By turn. */
  chains: ReadonlyMap<string, Chain>
  facts: ReadonlyMap<string, TurnFacts>
  /** The work items there are. */
  items: readonly WorkItem[]
  /** Of the first item to be written; the one after those there are when absent. */
  nextItemRef?: string
}

/** The work items still to be written so that every turn is accounted for once. */
export function synthesize({ uncovered, chains, facts, items, nextItemRef }: Material): WorkItem[] {
  const gaps = uncovered.filter(turn => !chains.has(turnKey(turn)))
  const nodes = uncovered.flatMap(turn => {
    const chain = chains.get(turnKey(turn))
    return chain ? [nodeOf(turn, chain, facts.get(turnKey(turn)))] : []
  })
  const components = componentsOf(nodes)
  const course = courseOf([...uncovered, ...items.flatMap(item => item.covered_turns)], facts.values())
  const isMaterial = (component: readonly Node[]) =>
    component.some(({ chain }) => chain.materiality === 'material') || isWaiting(component, course)
  const minor = components.filter(component => !isMaterial(component)).flat()
  const made = [
    ...components.filter(isMaterial).map(component => materialItem(component, course)),
    ...batches(refsOf(minor)).map(minorItem),
    ...batches(refsOf(gaps)).map(gapItem),
  ]
  const used = items.map(item => item.work_item_ref)
  const first = Number((nextItemRef ?? nextRef('W', used)).slice(1))
  return made.map((item, index) => ({ work_item_ref: refOf('W', first + index), ...item }))
}

/** A conversation whose last question nobody answered, or that ends during a call, is open work, whatever it weighs. */
function isWaiting(component: readonly Node[], course: DayCourse): boolean {
  const isOpen = (node: Node) =>
    course.isLastOfSession(node) && (questionOf(node) !== null || (node.facts?.broken_off ?? null) !== null)
  return component.some(({ chain }) => chain.materiality === 'minor') && component.some(isOpen)
}

type Unnumbered = Omit<WorkItem, 'work_item_ref'>

function minorItem(turns: TurnRef[]): Unnumbered {
  return {
    kind: 'no_material_work_item',
    title: `Minor activity (${formatCount(turns.length, 'turn')})`,
    covered_turns: turns,
    outcomes: [],
    terminal_states: [],
    limits: [],
    confidence: 'medium',
  }
}

function gapItem(turns: TurnRef[]): Unnumbered {
  return {
    kind: 'evidence_gap_item',
    title: `${formatCount(turns.length, 'turn')} without evidence`,
    covered_turns: turns,
    outcomes: [],
    terminal_states: [],
    limits: [],
    reason: 'No evidence chain was committed for these turns.',
    confidence: 'low',
  }
}

/** No list of a call may be longer than this, so one item covers no more turns. */
const maxCovered = 500

function batches(turns: TurnRef[]): TurnRef[][] {
  const count = Math.ceil(turns.length / maxCovered)
  return Array.from({ length: count }, (_, index) => turns.slice(index * maxCovered, (index + 1) * maxCovered))
}

/** A piece of work with more turns is cut. */
const maxTurns = 40

/** The pieces of work among the nodes, each in order of time, by their first turn. */
function componentsOf(nodes: readonly Node[]): Node[][] {
  const ordered = inOrder(nodes)
  const groups = groupNodes(ordered)
  const place = new Map(ordered.map((node, index) => [node, index]))
  const placeOf = (node: Node | undefined) => (node && place.get(node)) ?? 0
  const components = groupBy(ordered, node => groups.find(placeOf(node)))
  return [...components.values()].flatMap(splitAtPauses).sort(([one], [other]) => placeOf(one) - placeOf(other))
}

/** Where a component is too large it is cut at its longest pause, the first of equal ones. */
function splitAtPauses(component: Node[]): Node[][] {
  const done: Node[][] = []
  const open = [component]
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.length <= maxTurns) done.push(part)
    else {
      const at = longestPause(part)
      open.push(part.slice(at), part.slice(0, at))
    }
  }
  return done
}

function longestPause(nodes: readonly Node[]): number {
  let [best, longest] = [1, -1]
  for (let at = 1; at < nodes.length; at++) {
    const pause = (nodes[at]?.at ?? 0) - (nodes[at - 1]?.at ?? nodes[at]?.at ?? 0)
    if (pause > longest) [best, longest] = [at, pause]
  }
  return best
}
