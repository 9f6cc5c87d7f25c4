import type { Output } from '../../operations.ts'
import { useSessionNames } from '../../parts/session-names.ts'
import { VersionList } from '../../parts/version-list.tsx'
import { changeWords } from '../../state/activity-words.ts'
import { useProject } from '../../state/addresses.ts'

interface Props {
  entries: Output<'get_record_history'>['history']
  from: number | undefined
  to: number | undefined
  onShow: (version: number) => void
  onMore: (() => void) | undefined
}

/** The versions of a record. */
export function Versions({ entries, from, to, onShow, onMore }: Props) {
  const nameOf = useSessionNames(
    useProject(),
    entries.map(({ session_id }) => session_id),
  )
  const rows = entries.map(({ version, timestamp, change_type, forced, summary, session_id }) => ({
    number: version,
    time: timestamp,
    head: (
      <>
        <span className="mono">v{version}</span>
        <span className="soft weight-400">{change_type}</span>
        {forced && <span className="tag">forced</span>}
        {version === from && <span className="push-end tone-accent text-xs">from</span>}
        {version === to && <span className="push-end tone-accent text-xs">to</span>}
      </>
    ),
    summary: changeWords(summary),
    foot: (
      <span className="break-anywhere" title={session_id}>
        {nameOf(session_id)}
      </span>
    ),
  }))
  return <VersionList label="Versions" rows={rows} chosen={to} onShow={onShow} onMore={onMore} />
}
