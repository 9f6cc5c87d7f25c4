import type { TurnFacts } from '../schema.ts'
import type { Turn } from './node.ts'

type Commit = TurnFacts['commits'][number] & { node: Turn }

/** The commits of nodes in their order; one that was amended is not there any more. */
export function commitsOf(component: readonly Turn[]): Commit[] {
  const commits: Commit[] = []
  for (const node of component) {
    for (const commit of node.facts?.commits ?? []) {
      const own = commits.findLastIndex(
        before => before.hash === commit.hash || (commit.amends && before.node.session_ref === node.session_ref),
      )
      // What is amended at first in a session was committed before it, on the same branch.
      const isOther = ({ node: before }: Commit) =>
        before.session_ref !== node.session_ref && (before.facts?.branch ?? null) === (node.facts?.branch ?? null)
      const replaced = own < 0 && commit.amends ? commits.findLastIndex(isOther) : own
      if (replaced >= 0) commits.splice(replaced, 1)
      commits.push({ ...commit, node })
    }
  }
  return commits
}
