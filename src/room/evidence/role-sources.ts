import { roleNamed } from '../agents/roles.ts'
import type { FileClass } from '../workspace/vfs.ts'
import { type Citation, type CitedSource, nearestSource } from './citation.ts'
import { type ClaimKind, type EvidenceSpan, type Refusal, refusal } from './verdict.ts'

interface Allowed {
  classes: readonly FileClass[]
  issues: boolean
}

export function allowedFor(role: string, narrowed: readonly FileClass[] | undefined): Allowed {
  const { sources, mayCiteIssues } = roleNamed(role)
  return { classes: narrowed ? sources.filter(each => narrowed.includes(each)) : sources, issues: mayCiteIssues }
}

/** What carries the claim is of a class this role looks at; what is cited beside it may be of any. */
export function checkRole(citation: Citation, kind: ClaimKind, { classes }: Allowed): Refusal | undefined {
  const judged = carriers(citation, kind).filter(carrier => carrier.class !== null && carrier.error === undefined)
  if (judged.length === 0 || judged.some(({ class: each }) => each !== null && classes.includes(each))) return undefined
  return refusal('wrong-source', judged[0]?.path ?? judged[0]?.class ?? undefined)
}

/** Once the quotes are found: they may be in another file than the source that was named. */
export function checkSpans(
  spans: readonly EvidenceSpan[],
  citation: Citation,
  { classes }: Allowed,
): Refusal | undefined {
  const classOf = (path: string) => citation.sources.find(source => source.path === path)?.class
  const isAllowed = ({ path }: EvidenceSpan) => classes.some(each => each === classOf(path))
  return spans.length === 0 || spans.some(isAllowed) ? undefined : refusal('wrong-source', spans[0]?.path)
}

type Carrier = Pick<CitedSource, 'path' | 'class' | 'error'>

/** What a quote, a place or a scope belongs to; without any of them, whatever is named first. */
export function carriers({ sources, quotes, places, scope }: Citation, kind: ClaimKind): Carrier[] {
  const marked = [...quotes.map(({ at }) => nearestSource(sources, at)), ...places.map(({ source }) => source)]
  const named = marked.map(index => sources[index ?? -1]).filter(each => each !== undefined)
  const found = kind === 'absence' ? (scope?.files ?? []) : named
  return found.length > 0 ? found : sources.slice(0, 1)
}
