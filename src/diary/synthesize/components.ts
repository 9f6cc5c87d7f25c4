import { joined } from './edges.ts'
import { inOrder, type Node } from './node.ts'

const largest = 40

/** The pieces of work among the nodes, each in order of time, by their first turn. */
export function componentsOf(nodes: readonly Node[]): Node[][] {
  const ordered = inOrder(nodes)
  const groups = joined(ordered)
  const components = new Map<number, Node[]>()
  for (const [index, node] of ordered.entries()) {
    const group = groups.find(index)
    const known = components.get(group)
    if (known) known.push(node)
    else components.set(group, [node])
  }
  const place = new Map(ordered.map((node, index) => [node, index]))
  const first = ([node]: readonly Node[]) => (node ? (place.get(node) ?? 0) : 0)
  return [...components.values()].flatMap(split).sort((one, other) => first(one) - first(other))
}

/** Where a component is too large it is cut at its longest pause, the first of equal ones. */
function split(component: Node[]): Node[][] {
  const done: Node[][] = []
  const open = [component]
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.length <= largest) done.push(part)
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
