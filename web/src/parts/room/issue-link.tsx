import { Link } from '@tanstack/react-router'
import { CircleDot } from 'lucide-react'

export function IssueLink({ project, issue, label = 'Issue' }: { project: string; issue: number; label?: string }) {
  return (
    <Link
      to="/p/$project/room/issues/$issue"
      params={{ project, issue: String(issue) }}
      className="underlined inline-row gap-6 tone-accent text-xs"
    >
      <CircleDot aria-hidden="true" /> {label} #{issue}
    </Link>
  )
}
