import { formatSize } from '../../../../src/kernel/numbers.ts'
import type { Entry } from '../../state/context/queries.ts'
import { byteSize } from '../../state/words.ts'
import { safeText } from '../transcript/safe-text.ts'
import { VersionList } from '../version-list.tsx'

interface Props {
  entries: Entry[]
  chosen: number
  newest: number
  onShow: (n: number) => void
  onMore: (() => void) | undefined
}

const sources: { [source in Entry['source']]: string } = {
  context_summarize: 'summary',
  project_update: 'edited',
  project_create: 'created',
  import: 'imported',
  restore: 'restored',
}

/** The stored summaries of a project. */
export function SummaryEntries({ entries, chosen, newest, onShow, onMore }: Props) {
  const rows = entries.map(entry => ({
    number: entry.n,
    time: entry.timestamp,
    head: (
      <>
        <span className="mono">{entry.n}</span>
        <span className="soft weight-400">{sources[entry.source]}</span>
        {entry.n === newest && <span className="push-end tone-accent text-xs">now</span>}
      </>
    ),
    summary: firstLine(entry),
    foot: (
      <span className="tabular">
        {formatSize(byteSize(entry.recentEvents ?? '') + byteSize(entry.additionalNotes ?? ''))}
      </span>
    ),
  }))
  return <VersionList label="Entries" rows={rows} chosen={chosen} onShow={onShow} onMore={onMore} />
}

function firstLine({ recentEvents = '', additionalNotes = '' }: Entry): string {
  const line = `${recentEvents}\n${additionalNotes}`.split('\n').find(each => each.trim() !== '') ?? 'empty'
  const short = [...safeText(line.trim())]
  return short.length > 90 ? `${short.slice(0, 90).join('')}…` : short.join('')
}
