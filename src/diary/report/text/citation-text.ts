import { trimEndOf } from '../../../kernel/text.ts'
import type { Citation } from '../schema.ts'
import { linesText } from './names.ts'

/** A cited turn in words, and where its lines can be read. */
interface CitedPlace {
  text: string
  /** Null in what is read where the transcripts are not. */
  href: string | null
}

const ownAddress = 'http://127.0.0.1:4470'

/** How citations are written in the files of a day. */
export function citationsIn(day: string, baseUrl: string | undefined, labels: ReadonlyMap<string, string>) {
  const base = addressIn(baseUrl)
  /** Inside its project a citation needs no label. */
  return (citation: Citation, inside?: string): CitedPlace => {
    const { project_key, session_ref, turn_ref, lines } = citation
    const [start, end] = lines.split('-')
    return {
      text: placeText(citation, labels, inside),
      href: `${base}/diary/${day}/${project_key}/${session_ref}?turn=${turn_ref}#L${start}-L${end}`,
    }
  }
}

export type CitationWriter = ReturnType<typeof citationsIn>

/** How citations are written for readers who cannot open the transcripts: in words, with the hash of the lines. */
export function unlinkedCitations(labels: ReadonlyMap<string, string>): CitationWriter {
  return (citation, inside) => ({
    text: `${placeText(citation, labels, inside)} sha256:${citation.span_sha256.slice(0, 12)}`,
    href: null,
  })
}

function placeText(
  { project_key, session_ref, lines }: Citation,
  labels: ReadonlyMap<string, string>,
  inside: string | undefined,
): string {
  const label = inside === project_key ? '' : `${labels.get(project_key) ?? project_key} `
  return `${label}${session_ref}:${linesText(lines)}`
}

function addressIn(baseUrl: string | undefined): string {
  if (baseUrl === undefined || !/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) return ownAddress
  return trimEndOf(new URL(baseUrl).href, '/')
}
