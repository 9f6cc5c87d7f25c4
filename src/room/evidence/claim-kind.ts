import { type Citation, namesAFile } from './citation.ts'
import type { Statement } from './statements.ts'
import type { ClaimKind } from './verdict.ts'

const contentMarkers = ['problem', 'problems', 'suggestion', 'suggestions']

interface AroundLine {
  mayCiteIssues: boolean
  /** The reply without the line. */
  rest: string
  statements: readonly Statement[]
  markers: readonly string[]
}

/** What sort of claim a reply makes: a line says how it is meant, but who states facts or names a problem must quote. */
export function claimKind(citation: Citation, { mayCiteIssues, rest, statements, markers }: AroundLine): ClaimKind {
  const kind = citation.tag ?? untaggedKind(citation, mayCiteIssues)
  if (kind !== 'structural') return kind
  const statesContent = statements.some(({ type, isAdvice }) => type === 'content' && !isAdvice)
  const isContent = statesContent || citation.hasEmptyQuote || hasWord(rest, [...contentMarkers, ...markers])
  return isContent ? 'content' : kind
}

export function citesOnlyIssues({ issues, sources }: Citation): boolean {
  return issues.length > 0 && !sources.some(namesAFile)
}

function untaggedKind(citation: Citation, mayCiteIssues: boolean): ClaimKind {
  const { phrases, quotes, places } = citation
  if (phrases.access) return 'access'
  if (phrases.absence) return 'absence'
  if (quotes.length > 0) return 'content'
  if (places.length > 0) return 'structural'
  if (mayCiteIssues && citesOnlyIssues(citation)) return 'issue'
  return phrases.finding ? 'content' : 'structural'
}

function hasWord(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase()
  return words.some(word => {
    const wanted = word.trim().toLowerCase()
    for (let at = folded.indexOf(wanted); wanted !== '' && at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const [before, after] = [folded.slice(Math.max(0, at - 2), at), folded.slice(at + wanted.length)]
      if (!/[\p{L}\p{N}_]$/u.test(before) && !/^[\p{L}\p{N}_]/u.test(after.slice(0, 2))) return true
    }
    return false
  })
}
