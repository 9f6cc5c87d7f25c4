import '../transcript/transcript.css'
import { Link } from '@tanstack/react-router'
import { safeText } from '../transcript/safe-text.ts'

interface Props {
  project: string
  path: string
  /** Lines to scroll to, from 1. */
  from?: number | undefined
  to?: number | undefined
}

/** A link to a file of the workspace, optionally to some of its lines. */
export function FileLink({ project, path, from, to = from }: Props) {
  const lines = from === undefined ? '' : to === from ? ` line ${from}` : ` lines ${from}–${to}`
  return (
    <Link
      to="/p/$project/room/files"
      params={{ project }}
      search={{ path, ...(from !== undefined && to !== undefined && { view: 'raw' as const, from, to }) }}
      className="underlined text-xs mono tone-accent break-anywhere"
    >
      {safeText(path)}
      {lines}
    </Link>
  )
}
