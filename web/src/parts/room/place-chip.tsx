import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import type { Place } from '../../state/room/spoken-text.ts'
import { safeText } from '../transcript/safe-text.ts'
import { fileName } from './evidence-chip.tsx'

/** A link to a line that a message names. */
export function PlaceChip({ project, place: { path, line } }: { project: string; place: Place }) {
  return (
    <Link
      to="/p/$project/room/files"
      params={{ project }}
      search={{ path, view: 'raw', from: line, to: line }}
      className="place-chip"
      title={safeText(`${path}:${line}`)}
    >
      <FileText aria-hidden="true" />
      <span className="truncate">
        {safeText(fileName(path))}:{line}
      </span>
    </Link>
  )
}
