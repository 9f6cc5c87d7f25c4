import './diary.css'
import { useState } from 'react'
import type { Citation } from '../../../../src/diary/report/schema.ts'
import { linesWords } from '../../../../src/diary/report/text/names.ts'
import { AddressLink } from '../search/address-link.tsx'
import { citationAddress } from './citation-address.ts'

interface Props {
  date: string
  citations: readonly Citation[]
  /** Project names, for lists that mix citations of several projects. */
  labels?: ReadonlyMap<string, string>
  /** As many are shown at first. */
  most?: number
}

/** The lines that support a claim, each linked to its place. */
export function Citations({ date, citations, labels, most = 6 }: Props) {
  const [all, setAll] = useState(false)
  if (citations.length === 0) return null
  const shown = all ? citations : citations.slice(0, most)
  return (
    <span className="cites">
      {shown.map(cited => (
        // A day has hundreds of them, and a link of the router costs ten times as much to draw.
        <AddressLink
          key={`${cited.project_key} ${cited.session_ref} ${cited.lines}`}
          address={citationAddress(date, cited)}
          className="cite"
          title={`Session ${cited.session_ref}`}
        >
          {labels && `${labels.get(cited.project_key) ?? cited.project_key}, `}
          {linesWords(cited.lines)}
        </AddressLink>
      ))}
      {citations.length > shown.length && (
        <button type="button" className="cite more" onClick={() => setAll(true)}>
          and {citations.length - shown.length} more
        </button>
      )}
    </span>
  )
}
