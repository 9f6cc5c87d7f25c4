import type { Citation } from '../schema.ts'

/** A cited turn in words, and where its lines can be read. */
export interface CitedPlace {
  text: string
  href: string
}

const ownAddress = 'http://127.0.0.1:4470'

/** How citations are written in the files of a day. */
export function citationsIn(day: string, baseUrl: string | undefined, labels: ReadonlyMap<string, string>) {
  const base = addressIn(baseUrl)
  /** Inside its project a citation needs no label. */
  return (citation: Citation, inside?: string): CitedPlace => {
    const { project_key, session_ref, turn_ref, lines } = citation
    const label = inside === project_key ? '' : `${labels.get(project_key) ?? project_key} `
    const [start, end] = lines.split('-')
    return {
      text: `${label}${session_ref}:${lines}`,
      href: `${base}/diary/${day}/${project_key}/${session_ref}?turn=${turn_ref}#L${start}-L${end}`,
    }
  }
}

export type CitationWriter = ReturnType<typeof citationsIn>

function addressIn(baseUrl: string | undefined): string {
  if (baseUrl === undefined || !/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) return ownAddress
  return new URL(baseUrl).href.replace(/\/+$/, '')
}
