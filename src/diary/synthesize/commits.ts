import type { TurnFacts } from '../schema.ts'
import type { Turn } from './node.ts'

type Commit = TurnFacts['commits'][number] & { node: Turn }

/** The commits of nodes in their order; one that was amended is not there any more. */
export function commitsOf(component: readonly Turn[]): Commit[] {
  const commits: Commit[] = []
  for (const node of component) {
    for (const commit of node.facts?.commits ?? []) {
      const replaced = commits.findLastIndex(
        before => before.hash === commit.hash || (commit.amends && before.node.session_ref === node.session_ref),
      )
      if (replaced >= 0) commits.splice(replaced, 1)
      commits.push({ ...commit, node })
    }
  }
  return commits
}
