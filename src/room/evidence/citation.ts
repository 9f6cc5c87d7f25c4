import { roleNamed } from '../agents/roles.ts'
import type { FileClass, FileText, PathFault, Snapshot, VfsFile } from '../workspace/vfs.ts'
import { type ClaimKind, type EvidenceSpan, type ParsedEvidence, type Refusal, refusal } from './verdict.ts'

type Sources = ParsedEvidence['sources'][number]
type Locations = ParsedEvidence['locations'][number]

/** Something a line names as where its claim comes from, and where on the line it does. */
export interface CitedSource extends Sources {
  via: 'quoted' | 'path' | 'basename' | 'folder' | 'token' | 'word'
  at: number
  end: number
  /** What it resolved to. */
  file?: VfsFile
  folder?: string
}

export interface CitedPlace extends Locations {
  at: number
}

export interface CitedQuote {
  text: string
  at: number
}

export interface CitedScope {
  files: VfsFile[]
  text: string
  /** A number that names no scene, so that there is no scope. */
  unknownScene?: number
}

/** An Evidence line, read. */
export interface Citation {
  raw: string
  tag?: NonNullable<ParsedEvidence['tag']>
  receipts: string[]
  /** In the order of the line. */
  sources: CitedSource[]
  places: CitedPlace[]
  quotes: CitedQuote[]
  terms: string[]
  issues: number[]
  /** Quotation marks around nothing. */
  hasEmptyQuote: boolean
  /** What the line says around its citations. */
  words: string
  phrases: { access: boolean; absence: boolean; finding: boolean }
  scope: CitedScope | null
}

/** A file, or what was meant as one; a word like "scene" alone is neither. */
export function namesAFile(source: CitedSource): boolean {
  return source.file !== undefined || source.error !== undefined || source.folder !== undefined
}

/** The nearest before the place, else the nearest after it, of those that fit best. */
export function nearestSource(
  sources: readonly CitedSource[],
  at: number,
  fits: (source: CitedSource) => boolean = () => true,
): number | null {
  for (const wanted of [(source: CitedSource) => fits(source) && namesAFile(source), fits, namesAFile, () => true]) {
    const before = sources.findLastIndex(source => source.end <= at && wanted(source))
    if (before >= 0) return before
    const after = sources.findIndex(source => source.at >= at && wanted(source))
    if (after >= 0) return after
  }
  return null
}

/** The files of one check: each is read when it is first needed, and only then. */
export interface CitedFiles {
  snapshot: Snapshot
  read(file: VfsFile): Promise<FileText | { fault: PathFault }>
}

export function openCitedFiles(snapshot: Snapshot): CitedFiles {
  const opened = new Map<string, Promise<FileText | { fault: PathFault }>>()
  return {
    snapshot,
    read(file) {
      const reading = opened.get(file.path) ?? snapshot.read(file)
      opened.set(file.path, reading)
      return reading
    },
  }
}

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
  const judged = sourcesOfClaim(citation, kind).filter(carrier => carrier.class !== null && carrier.error === undefined)
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

type ClaimSource = Pick<CitedSource, 'path' | 'class' | 'error'>

/** What a quote, a place or a scope belongs to; without any of them, whatever is named first. */
export function sourcesOfClaim({ sources, quotes, places, scope }: Citation, kind: ClaimKind): ClaimSource[] {
  const marked = [...quotes.map(({ at }) => nearestSource(sources, at)), ...places.map(({ source }) => source)]
  const named = marked.map(index => sources[index ?? -1]).filter(each => each !== undefined)
  const found = kind === 'absence' ? (scope?.files ?? []) : named
  return found.length > 0 ? found : sources.slice(0, 1)
}
