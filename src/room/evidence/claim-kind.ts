import { type Citation, namesAFile } from './citation.ts'
import type { ClaimKind } from './verdict.ts'

const contentMarkers = ['problem', 'problems', 'suggestion', 'suggestions']

/** What sort of claim a line makes. `rest` is the reply around it: whoever names a problem must quote it. */
export function claimKind(
  citation: Citation,
  { mayCiteIssues, rest, markers }: { mayCiteIssues: boolean; rest: string; markers: readonly string[] },
): ClaimKind {
  const kind = citation.tag ?? untaggedKind(citation, mayCiteIssues)
  return kind === 'structural' && hasWord(rest, [...contentMarkers, ...markers]) ? 'content' : kind
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
